import type { DescribedFace, FaceGallery } from '@sightline/contracts/people/people-link';

/** A part of the gallery as a decode worker is told; null: it is gone. */
export interface GalleryPart {
  id: string;
  people: FaceGallery['people'] | null;
}

/** What was found in a picture; the face, when there is exactly one. */
export interface FoundFaces {
  count: number;
  face: DescribedFace | null;
}
