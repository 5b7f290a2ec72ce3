import type { RecordOrigin } from './link-hooks.ts';

/** What clocks of cores may be ahead of ours although they look right, and what is followed at most. */
const aheadMs = { usual: 5 * 60_000, most: 86_400_000 };

/** A time as a core says it; one that is further ahead than its clock (`clockOffsetMs`: its clock minus ours) can explain is the moment of arrival. */
export function timeOfRecord(
  atUtcMs: number,
  { receivedAt, clockAheadMs = 0 }: RecordOrigin,
  clockOffsetMs: number,
): Date {
  const ahead = Math.min(aheadMs.most, Math.max(0, clockOffsetMs, clockAheadMs));
  return atUtcMs > receivedAt.getTime() + ahead + aheadMs.usual ? receivedAt : new Date(atUtcMs);
}
