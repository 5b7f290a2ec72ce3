import type { RecordHandler } from '../../platform/link/link-hooks.ts';
import { timeOfRecord } from '../../platform/link/record-time.ts';
import { readJpeg } from '../events/events.public.ts';
import { eraseLeftBehind, pictureKey, pictureName, type ErasingDeps } from './door-pictures.ts';
import { notePictures } from './door-pictures.repository.ts';
import { countUnsaved, doorOfCore, keepState, putLooks, type ReportedDoor } from './door-states.repository.ts';

/** A core that takes everything for doors fills nobody's strip. */
const maxUnsaved = 30;

/** Whether looks of this door are asked for: of none that a person has answered, and of a removed one only newer ones. */
function areWanted(door: ReportedDoor['door'], looksAt: readonly number[]): boolean {
  if (door === null) return true;
  if (door.removedAt !== null) return looksAt.every((at) => at > door.removedAt!.getTime());
  return !door.isConfirmed;
}

/** A core tells of a place that may be a door, or how a marked one looks; false for what is not its own, and for pictures that are none. */
export const applyDoorCandidate =
  (deps: ErasingDeps): RecordHandler<'doorCandidate'> =>
  async (work, from, { doorId, cameraId, area, looks, atUtcMs }) => {
    const { organizationId, edgeId } = from;
    const place = await doorOfCore(work.trx, from, { doorId, cameraId });
    if (!place || (place.door !== null && place.door.cameraId !== cameraId)) return false;
    const [close, open] = looks;
    const jpegs = [readJpeg(close.picture), readJpeg(open.picture)];
    if (jpegs[0] === null || jpegs[1] === null || jpegs[0] === undefined || jpegs[1] === undefined) return false;
    const times = looks.map((look) => timeOfRecord(look.atUtcMs, from, place.clockOffsetMs).getTime());
    if (!areWanted(place.door, times)) return true;
    const isFurther = place.door === null || place.door.removedAt !== null;
    if (isFurther && (await countUnsaved(work.trx, organizationId, cameraId)) >= maxUnsaved) return true;
    const pictures = [jpegs[0], jpegs[1]].map((jpeg) => ({
      jpeg,
      picture: { organizationId, edgeId, cameraId, name: pictureName(doorId, jpeg) },
    }));
    for (const { jpeg, picture } of pictures) await deps.blobs.put(pictureKey(picture), jpeg);
    await notePictures(work.trx, doorId, { pictures: pictures.map(({ picture }) => picture), at: from.receivedAt });
    await putLooks(
      work.trx,
      { organizationId, doorId },
      {
        cameraId,
        area,
        closeSignature: close.signature,
        openSignature: open.signature,
        closeState: pictures[0]!.picture.name,
        openState: pictures[1]!.picture.name,
        toldAt: timeOfRecord(atUtcMs, from, place.clockOffsetMs),
      },
    );
    await eraseLeftBehind(deps, work, { organizationId, doorId });
    await work.announce({ kind: 'doors.changed', doorId, cameraId, locationId: place.locationId });
    return true;
  };

/** A core says how a door is; false for one that is not its own. */
export const applyDoorState: RecordHandler<'doorState'> = async (work, from, said) => {
  const { organizationId } = from;
  const { doorId, cameraId, state, revision } = said;
  const place = await doorOfCore(work.trx, from, { doorId, cameraId });
  if (!place) return false;
  const { door } = place;
  // Watched until the core learned that it was deleted or is unsaved again.
  if (door === null || door.removedAt !== null) return true;
  if (door.cameraId !== cameraId) return false;
  if (!door.isSaved || (revision <= door.stateRevision && revision !== 1)) return true;
  const at = timeOfRecord(said.atUtcMs, from, place.clockOffsetMs);
  await keepState(work.trx, { organizationId, doorId }, { state, at, revision });
  await work.announce({ kind: 'doors.told', doorId, cameraId, locationId: place.locationId });
  return true;
};
