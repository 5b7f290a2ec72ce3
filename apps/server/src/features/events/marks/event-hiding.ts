import type { PrivacySettings } from '@sightline/contracts/cameras/camera-settings';
import { areasOf } from '@sightline/domain/cameras/uncovering';
import { isHiddenBox, isHiddenTrack, shownPath } from '@sightline/domain/events/hidden-tracks';
import type { Grant } from '@sightline/domain/permissions/grant';
import type { Work } from '../../../platform/database/database.ts';
import { hiddenFrom } from '../../cameras/cameras.public.ts';
import { classCodes, packPath, unpackPath } from '../event-codes.ts';
import { isShown, type HiddenFrom } from './event-hiding.repository.ts';
import type { EventRow } from '../event-rows.repository.ts';

/** The condition on events (rows `e`) that the holder of these grants is told of, for whoever counts them. */
export const eventsTold = async (
  trx: Work,
  place: { organizationId: string; grants: readonly Grant[] },
): Promise<ReturnType<typeof isShown>> => isShown(place.organizationId, await hiddenFrom(trx, place));

/** Whether a camera hides part of its picture, so that what is there may be known to nobody. */
export const hidesPlaces = (privacy: PrivacySettings): boolean => areasOf(privacy).length > 0;

/** Whether the camera of an event hides what it is of wherever that is. */
export const hidesAppearance = (
  hidden: HiddenFrom,
  { cameraId, class: code }: { cameraId: string; class: number },
): boolean => hidden.get(cameraId)?.objectsToPixelate.includes(classCodes.fromCode(code)) ?? false;

/** Whether the event never left what its camera hides: then there is no such event for whoever it is hidden from. */
export const isHiddenEvent = (hidden: HiddenFrom, { cameraId, path }: Pick<EventRow, 'cameraId' | 'path'>): boolean => {
  const privacy = hidden.get(cameraId);
  return privacy !== undefined && isHiddenTrack(areasOf(privacy), unpackPath(path));
};

/** The part of a packed path that is shown. */
export const shownPoints = (privacy: PrivacySettings | undefined, path: Buffer) =>
  privacy === undefined ? unpackPath(path) : shownPath(areasOf(privacy), unpackPath(path));

/** An event as it is told to somebody from whom its camera hides something: without where it was hidden, and without looks that are hidden wherever it is. */
export function withoutHidden(row: EventRow, hidden: HiddenFrom): EventRow {
  const privacy = hidden.get(row.cameraId);
  if (privacy === undefined) return row;
  const areas = areasOf(privacy);
  const path = shownPoints(privacy, row.path);
  const { best, face } = row.facts;
  const shown: EventRow = {
    ...row,
    // Whose face it was says what is hidden.
    person: null,
    path: packPath(path),
    facts: {
      ...row.facts,
      best: isHiddenBox(areas, best.box) ? bestOf(row, path) : best,
      face: face !== null && isHiddenBox(areas, face.box) ? null : face,
    },
  };
  if (!hidesAppearance(hidden, row)) return shown;
  const facts = { ...shown.facts, face: null, plate: null };
  return { ...shown, colours: [], plate: null, vehicle: null, vectors: 0, facts };
}

/** Where it was seen first: where it was seen best nothing is shown. */
function bestOf({ startedAt, facts }: EventRow, path: ReturnType<typeof unpackPath>): EventRow['facts']['best'] {
  const [point] = path;
  if (point === undefined) return facts.best;
  const [afterMs, x, y, width, height] = point;
  return { atUtcMs: startedAt.getTime() + afterMs, box: { x, y, width, height } };
}
