import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { Door, DoorSpan, DoorUntold } from '@sightline/contracts/doors/door';
import { doorsAbility } from '@sightline/contracts/doors/door-abilities';
import { pictureFolder } from './door-pictures.ts';
import type { SpanRow } from './door-states.repository.ts';
import type { DoorRow } from './doors.repository.ts';

/** Why nobody says how a door is now; what keeps its core from it comes first. */
function untoldOf(row: DoorRow): DoorUntold | null {
  const { abilities, isLinked, analysis, isConfirmed, closeState, isHad, state } = row;
  if (abilities.length === 0) return 'pending';
  if (!abilities.some((one) => one === doorsAbility || one.startsWith(`${doorsAbility}:`))) return 'coreTooOld';
  if (!isConfirmed && closeState !== null) return 'asksLooks';
  if (!isLinked) return 'coreAway';
  if (!analysisSettings.parse(analysis).isOn) return 'analysisOff';
  if (!isConfirmed) return 'learning';
  return isHad && state !== null ? null : 'pending';
}

/** The path at which a picture of a door is answered, before it is signed. */
export const picturePath = (picture: { edgeId: string; cameraId: string; name: string }): string =>
  `/api/v1/media/doors/${pictureFolder(picture)}`;

/** `sign`: null for whoever may not see pictures of the camera. */
export function presentDoor(row: DoorRow, sign: ((path: string) => string) | null): Door {
  const { id, name, edgeId, cameraId, cameraName, locationId, locationName, timeZone, area, isSaved, revision } = row;
  const { closeState, openState, state, stateAt, toldAt } = row;
  const picture = (image: string | null, folder: string | null): string | null =>
    sign === null || image === null || folder === null
      ? null
      : sign(picturePath({ edgeId: folder, cameraId, name: image }));
  return {
    id,
    name,
    edgeId,
    cameraId,
    cameraName,
    locationId,
    locationName,
    timeZone,
    area,
    closeState,
    openState,
    closePicture: picture(closeState, row.closeEdgeId),
    openPicture: picture(openState, row.openEdgeId),
    isSaved,
    timestamp: toldAt.getTime(),
    state,
    sinceUtcMs: stateAt?.getTime() ?? null,
    untold: isSaved ? untoldOf(row) : null,
    revision,
  };
}

export const presentSpan = ({ state, at, until }: SpanRow): DoorSpan => ({
  state,
  fromUtcMs: at.getTime(),
  toUtcMs: until?.getTime() ?? null,
});
