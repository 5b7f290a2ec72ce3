import { z } from 'zod';
import type { Work } from '../../../platform/database/database.ts';
import { jobQueue } from '../../../platform/jobs/job-queue.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';

/** Looks at the rules that the server judges at one camera or core. */
export const ruleLookJobs = jobQueue({
  name: 'rule-looks',
  data: z.object({ organizationId: z.uuid(), placeId: z.uuid() }),
  retries: { limit: 1_000_000, fromSeconds: 1, toSeconds: 60 },
  isOneByOnePerKey: true,
  isUrgent: true,
  keepsDead: true,
});

/** Asks for a look at cameras and cores, in the transaction of what may have changed there: at once, or when it is due. */
export async function askForLooks(
  trx: Work,
  jobs: Jobs,
  { organizationId, placeIds, atUtcMs }: { organizationId: string; placeIds: readonly string[]; atUtcMs?: number },
): Promise<void> {
  // In one order, so that two who ask for the same do not wait for each other.
  for (const placeId of placeIds.toSorted())
    await jobs.ask(trx, ruleLookJobs, {
      data: { organizationId, placeId },
      key: placeId,
      organizationId,
      ...(atUtcMs === undefined ? {} : { startAtMs: atUtcMs }),
    });
}

/** Judges who was at one door, by what access systems said and cameras saw. */
export const doorLookJobs = jobQueue({
  name: 'door-looks',
  data: z.object({ organizationId: z.uuid(), doorId: z.uuid() }),
  retries: { limit: 1_000_000, fromSeconds: 1, toSeconds: 60 },
  isOneByOnePerKey: true,
  isUrgent: true,
  keepsDead: true,
});

/** Asks for a look at doors, in the transaction of what was said of them: at once, or when it is due. */
export async function askForDoorLooks(
  trx: Work,
  jobs: Jobs,
  { organizationId, doorIds, atUtcMs }: { organizationId: string; doorIds: readonly string[]; atUtcMs?: number },
): Promise<void> {
  for (const doorId of doorIds.toSorted())
    await jobs.ask(trx, doorLookJobs, {
      data: { organizationId, doorId },
      key: doorId,
      organizationId,
      ...(atUtcMs === undefined ? {} : { startAtMs: atUtcMs }),
    });
}
