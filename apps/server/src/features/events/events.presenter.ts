import { faceThresholdOf } from '@sightline/contracts/analysis/face-threshold';
import { thumbnailKind, vectorKind, type Event, type ThumbnailKind } from '@sightline/contracts/events/event';
import { faceSureness } from '@sightline/domain/people/face-match';
import type { MemberActor } from '../../platform/auth/actor.ts';
import {
  classCodes,
  lostBit,
  phaseCodes,
  severityCodes,
  thumbnailBit,
  unpackColour,
  unpackPath,
  vectorBit,
} from './event-codes.ts';
import { eventRights, mayKnowPeople, mayKnowVehicles } from './events.policy.ts';
import type { EventRow } from './event-rows.repository.ts';

/** Path of a picture of an event, which is signed for whoever may see it. */
export const thumbnailPath = (eventId: string, kind: ThumbnailKind): string =>
  `/api/v1/media/events/${eventId}/${kind}`;

/** Numbers that were kept in single precision, without the digits that this makes up. */
const rounded = <T extends number | null>(value: T): T =>
  value === null ? value : (Number(value.toPrecision(6)) as T);

/** Who it was, with how sure that is in a word. */
function personOf({ person }: EventRow): Event['person'] {
  if (person === null) return null;
  const { personId, name, modelId, score, margin } = person;
  const threshold = faceThresholdOf(modelId);
  const isMeasured = score !== null && margin !== null && threshold !== null;
  return { personId, name, sureness: isMeasured ? faceSureness({ score, margin }, threshold) : null };
}

/** The only form in which an event leaves the server. */
export function presentEvent(row: EventRow, actor: MemberActor, sign: (path: string) => string): Event {
  const zoneNames = new Map((row.definedZones ?? []).map((zone) => [zone.id, zone.name]));
  const picture = (kind: ThumbnailKind): string | null =>
    (row.thumbnails & thumbnailBit(kind)) === 0 ? null : sign(thumbnailPath(row.id, kind));
  return {
    id: row.id,
    cameraId: row.cameraId,
    cameraName: row.cameraName,
    edgeId: row.edgeId,
    locationId: row.locationId,
    locationName: row.locationName,
    timeZone: row.timeZone,
    class: classCodes.fromCode(row.class),
    subtype: row.subtype,
    phase: phaseCodes.fromCode(row.phase),
    severity: severityCodes.fromCode(row.severity),
    score: rounded(row.score),
    modelId: row.modelId,
    startedAtUtcMs: row.startedAt.getTime(),
    lastSeenUtcMs: row.lastSeenAt.getTime(),
    endedAtUtcMs: row.endedAt?.getTime() ?? null,
    continuesId: row.facts.continuesId,
    isStationary: row.isStationary,
    dwellMs: row.dwellMs,
    heading: rounded(row.heading),
    speed: rounded(row.speed),
    motionLevel: row.motionLevel,
    best: row.facts.best,
    colours: row.colours.map(unpackColour),
    plate: row.plate !== null && row.facts.plate !== null ? { text: row.plate, ...row.facts.plate } : null,
    face: row.facts.face,
    revision: row.revision,
    path: unpackPath(row.path),
    zones: row.facts.zones.map((zone) => ({ ...zone, name: zoneNames.get(zone.zoneId) ?? null })),
    thumbnails: Object.fromEntries(thumbnailKind.options.map((kind) => [kind, picture(kind)])) as Event['thumbnails'],
    lostThumbnails: thumbnailKind.options.filter(
      (kind) => (row.thumbnails & lostBit(kind)) !== 0 && (row.thumbnails & thumbnailBit(kind)) === 0,
    ),
    similarBy: vectorKind.options.filter((kind) => (row.vectors & vectorBit(kind)) !== 0),
    receivedAtUtcMs: row.receivedAt.getTime(),
    person: mayKnowPeople(actor) ? personOf(row) : null,
    vehicle: mayKnowVehicles(actor) ? row.vehicle : null,
    can: eventRights(actor, row.entityPath),
  };
}
