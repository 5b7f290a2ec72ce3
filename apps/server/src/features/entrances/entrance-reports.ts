import type { RecordHandler } from '../../platform/link/link-hooks.ts';
import { timeOfRecord } from '../../platform/link/record-time.ts';
import { entranceOfCore, keepMinutes } from './entrance-minutes.repository.ts';

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
  const values = minutes.map(({ atUtcMs, ...minute }) => ({
    ...minute,
    at: timeOfRecord(atUtcMs, from, place.clockOffsetMs),
  }));
  const changed = await keepMinutes(work.trx, { organizationId, entranceId }, values);
  if (changed > 0)
    await work.announce({ kind: 'entrances.counted', entranceId, cameraId, locationId: place.locationId });
  return true;
};
