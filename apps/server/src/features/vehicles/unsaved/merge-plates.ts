import { isCutOff } from '@sightline/domain/vehicles/cut-plate';
import { nobody, type Changes } from '../../../platform/database/changes.ts';
import type { Work } from '../../../platform/database/database.ts';
import type { JobEnd } from '../../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../../platform/jobs/jobs.ts';
import * as repository from './plate-readings.repository.ts';
import { plateJobs } from './plate-work.ts';

const batch = 200;

/** What the work needs from the rest of the server. */
export interface PlateWorkDeps {
  changes: Changes;
  jobs: Jobs;
}

/** Works on what cores read, a few plates in each transaction. */
export async function startPlateWork(deps: PlateWorkDeps): Promise<Worker> {
  let isStopping = false;
  const worker = await deps.jobs.work(
    plateJobs,
    {},
    async ({ data: { organizationId }, signal }): Promise<JobEnd | undefined> => {
      while (await mergeSome(deps, organizationId))
        if (isStopping || signal.aborted) return { kind: 'again', reason: 'the process that worked on it ends' };
      return undefined;
    },
  );
  return {
    stop: () => {
      isStopping = true;
      return worker.stop();
    },
  };
}

/** Which plates lost a sign of others: the one that was read most often, where several can be meant. */
async function findParts(trx: Work, organizationId: string, confused: readonly string[]): Promise<void> {
  const near = await repository.neighbours(trx, organizationId, confused);
  const parts = near
    .filter((one) => confused.includes(one.confused) || confused.some((other) => isNeighbour(one.confused, other)))
    .map((one) => {
      const [whole] = near.filter((other) => isCutOff(one, other)).toSorted((a, b) => b.count - a.count);
      return { id: one.id, partOf: whole?.id ?? null };
    });
  // Of those that are a sign longer only a part of the neighbours is known here: they stay as they are.
  await repository.setParts(
    trx,
    organizationId,
    parts.filter(
      ({ partOf, id }) => partOf !== null || confused.includes(near.find((one) => one.id === id)?.confused ?? ''),
    ),
  );
}

const isNeighbour = (short: string, long: string): boolean =>
  long.length === short.length + 1 && (long.startsWith(short) || long.endsWith(short));

/** False when there was nothing to do. */
const mergeSome = ({ changes }: PlateWorkDeps, organizationId: string): Promise<boolean> =>
  changes.run({ organizationId, by: nobody }, async (work) => {
    const confused = await repository.takePending(work.trx, organizationId, batch);
    if (confused.length === 0) return false;
    await repository.putTogether(work.trx, organizationId, confused);
    await repository.tellSaved(work.trx, organizationId, confused);
    await findParts(work.trx, organizationId, confused);
    await work.announce({ kind: 'vehicles.changed' });
    return true;
  });
