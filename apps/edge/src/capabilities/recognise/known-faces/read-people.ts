import type { FaceGallery } from '@sightline/contracts/people/people-link';
import type { GalleryPerson } from '@sightline/domain/people/face-gallery';

/** People as they are compared, of people as they are told. */
export const readPeople = (people: FaceGallery['people']): GalleryPerson[] =>
  people.map(({ personId, locationIds, faces }) => ({
    personId,
    locationIds,
    faces: faces.map(({ modelId, values }) => ({ modelId, vector: Int8Array.from(Buffer.from(values, 'base64')) })),
  }));
