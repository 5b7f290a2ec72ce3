import { faceThresholdOf } from '@sightline/contracts/analysis/face-threshold';
import type {
  Forgetting,
  Person,
  PersonDetails,
  PersonSighting,
  UnsavedPerson,
} from '@sightline/contracts/people/person';
import { faceSureness } from '@sightline/domain/people/face-match';
import { eventPicturePath } from '../events/events.public.ts';
import type { ClusterRow } from './clusters/face-clusters.repository.ts';
import type { FaceRow } from './faces/person-faces.repository.ts';
import type { ForgettingRow } from './forgetting/forgettings.repository.ts';
import type { PersonRow } from './people.repository.ts';
import type { SightingRow } from './sightings/face-sightings.repository.ts';

/** Signs the address of a picture for whoever asks. */
export type Sign = (path: string) => string;

/** Path of a picture of a face, which is signed for whoever may see it. */
export const facePath = (personId: string, faceId: string): string =>
  `/api/v1/media/people/${personId}/faces/${faceId}`;

export const presentPerson = (row: PersonRow, sign: Sign): Person => ({
  id: row.id,
  personId: row.id,
  name: row.name,
  note: row.note,
  bucketId: row.bucketId,
  appearances: row.appearances,
  lastSeen: row.lastSeenAt?.getTime() ?? null,
  locationIds: row.locationIds,
  isEverywhere: row.isEverywhere,
  faceCount: row.faceCount,
  photo: row.photoId === null ? null : sign(facePath(row.id, row.photoId)),
  revision: row.revision,
});

export const presentSighting = (row: SightingRow, sign: Sign): PersonSighting => {
  const threshold = faceThresholdOf(row.modelId);
  const { score, margin } = row;
  return {
    id: row.eventId,
    cameraId: row.cameraId,
    cameraName: row.cameraName,
    locationId: row.locationId,
    locationName: row.locationName,
    timeZone: row.timeZone,
    timestamp: row.startedAt.getTime(),
    score: score === null ? null : Number(score.toPrecision(4)),
    sureness:
      score === null || margin === null || threshold === null ? null : faceSureness({ score, margin }, threshold),
    appearance: row.hasPicture ? sign(eventPicturePath(row.eventId, 'face')) : null,
  };
};

export const presentDetails = (
  row: PersonRow,
  { faces, sightings, sign }: { faces: readonly FaceRow[]; sightings: readonly SightingRow[]; sign: Sign },
): PersonDetails => ({
  ...presentPerson(row, sign),
  faces: faces.flatMap(({ id, source, addedAt, hasPicture }) =>
    hasPicture ? [{ id, source, addedAtUtcMs: addedAt.getTime(), url: sign(facePath(row.id, id)) }] : [],
  ),
  details: sightings.map((sighting) => presentSighting(sighting, sign)),
});

export const presentUnsaved = (row: ClusterRow, sign: Sign): UnsavedPerson => ({
  bucketId: row.id,
  appearances: row.appearances,
  lastSeen: row.lastSeenAt?.getTime() ?? null,
  firstSeen: row.firstSeenAt?.getTime() ?? null,
  photo: row.photoEventId === null ? null : sign(eventPicturePath(row.photoEventId, 'face')),
});

export const presentForgetting = (row: ForgettingRow): Forgetting => ({
  id: row.id,
  cause: row.cause,
  name: row.locationName,
  askedAtUtcMs: row.askedAt.getTime(),
  doneAtUtcMs: row.doneAt?.getTime() ?? null,
  erased: { vectors: row.vectors, pictures: row.pictures, sightings: row.sightings, faces: row.faces },
  waitingFor: row.waitingFor,
});
