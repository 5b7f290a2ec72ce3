import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { isExpectedGap } from '@sightline/domain/recordings/expected-gaps';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import { deleteOldGaps, forgetGap, keepGap, keepNewestGaps } from './recordings.repository.ts';

const futureLimitMs = 86_400_000;
/** Figures of a week, and of the one before it, count them even where footage is kept for a day. */
const leastDays = 31;
/** Gaps of one camera that are kept. One that stands still every ten seconds makes as many in six days; the core knows all of them. */
const keptGaps = 50_000;
/** So many gaps of a camera may come before they are counted again. */
const gapsPerCount = 5_000;

/** A camera that stands still every second is told of once in this time; screens ask by themselves, too. */
const notifyEveryMs = 5_000;

/** Where gaps are kept: `kept` of a camera at most, counted again after every `perCount`. */
export interface GapLimits {
  kept: number;
  perCount: number;
}

type GapBody = Extract<EdgeRecordBody, { kind: 'gap' }>;

/**
 * Keeps the gaps that cores report. `apply` answers false when a gap is of a stream that is not the core's, ends before it begins or lies in
 * the future. What is told of a gap again replaces what was told before: its end moved, its cause was another, its times were those of a
 * wrong clock. One that ends where it begins turned out to be none. A core that reports gap after gap loses the oldest of its camera and
 * fills nothing.
 */
export function createGapKeeping({ kept, perCount }: GapLimits = { kept: keptGaps, perCount: gapsPerCount }) {
  // Of cameras that there are: nothing else is counted.
  const counts = new Map<string, number>();
  const toldAtMs = new Map<string, number>();
  return async (
    work: ChangeWork,
    from: { organizationId: string; edgeId: string; receivedAt: Date },
    body: GapBody,
  ): Promise<boolean> => {
    const { gapId, cameraId, streamId, fromUtcMs, toUtcMs, cause } = body;
    if (toUtcMs < fromUtcMs || toUtcMs > from.receivedAt.getTime() + futureLimitMs) return false;
    if (toUtcMs === fromUtcMs) return forgetGap(work.trx, from, { id: gapId, cameraId, streamId });
    // One that is over ended by now: a clock that was ahead says otherwise.
    const endMs = Math.max(fromUtcMs, Math.min(toUtcMs, from.receivedAt.getTime()));
    const gap = { id: gapId, cameraId, streamId, fromAt: new Date(fromUtcMs), toAt: new Date(endMs), cause };
    const place = await keepGap(work.trx, from, gap);
    if (place === null) return false;
    const nowMs = from.receivedAt.getTime();
    if (!isExpectedGap({ cause }) && Math.abs(nowMs - (toldAtMs.get(cameraId) ?? -Infinity)) >= notifyEveryMs) {
      toldAtMs.set(cameraId, nowMs);
      await work.announce({ kind: 'attention.gap', cameraId, locationId: place.locationId });
    }
    if (!place.isNew) return true;
    const count = (counts.get(cameraId) ?? 0) + 1;
    counts.set(cameraId, count % perCount);
    if (count >= perCount) await keepNewestGaps(work.trx, { organizationId: from.organizationId, cameraId }, kept);
    return true;
  };
}

/** Throws away gaps that are older than the footage around them may be. */
export async function expireGaps(database: Database, now: Date): Promise<void> {
  const organizations = await database.global
    .selectFrom('edgeIdentities')
    .select('organizationId')
    .distinct()
    .execute();
  for (const { organizationId } of organizations) {
    const deleteSome = (): Promise<number> =>
      database.withOrganization(organizationId, (trx) => deleteOldGaps(trx, organizationId, { days: leastDays, now }));
    while ((await deleteSome()) > 0);
  }
}
