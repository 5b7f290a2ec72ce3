import type { RecordHandler, RecordOrigin } from '../../platform/link/link-hooks.ts';
import { entranceOfCore, keepMinutes, type ReportedEntrance } from './entrance-minutes.repository.ts';

/** What clocks of cores may be ahead of ours although they look right, and what is followed at most. */
const aheadMs = { usual: 5 * 60_000, most: 86_400_000 };

/** A time as a core says it; one that is further ahead than its clock can explain is the moment of arrival. */
function timeOf(atUtcMs: number, { receivedAt, clockAheadMs = 0 }: RecordOrigin, place: ReportedEntrance): Date {
  const ahead = Math.min(aheadMs.most, Math.max(0, place.clockOffsetMs, clockAheadMs));
  return atUtcMs > receivedAt.getTime() + ahead + aheadMs.usual ? receivedAt : new Date(atUtcMs);
}

/** A core says what it counted; false for an entrance that is not its own. */
export const applyEntranceMinutes: RecordHandler<'entranceMinutes'> = async (work, from, said) => {
  const { organizationId } = from;
  const { entranceId, cameraId } = said;
  const place = await entranceOfCore(work.trx, from, { entranceId, cameraId });
  if (!place) return false;
  const { entrance } = place;
  // Counted until the core learned that it was deleted.
  if (entrance === null) return true;
  // Another camera had it before it was changed, but none since.
  const minutes = said.minutes.filter(
    ({ atUtcMs }) => entrance.cameraId === cameraId || atUtcMs < entrance.updatedAt.getTime(),
  );
  if (minutes.length === 0) return false;
  const values = minutes.map(({ atUtcMs, ...minute }) => ({ ...minute, at: timeOf(atUtcMs, from, place) }));
  const changed = await keepMinutes(work.trx, { organizationId, entranceId }, values);
  if (changed > 0)
    await work.announce({ kind: 'entrances.counted', entranceId, cameraId, locationId: place.locationId });
  return true;
};
