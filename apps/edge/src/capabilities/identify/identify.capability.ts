import { faceGalleryAbility, facePicturesAbility } from '@sightline/contracts/people/people-abilities';
import type { FaceGallery } from '@sightline/contracts/people/people-link';
import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import type { AnalyseGives } from '../analyse/analyse.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import { GalleryUpdates } from './gallery-updates.ts';
import { PictureParts } from './picture-parts.ts';

/** Whether a face that was in a part of the gallery is in it no more. */
function losesFace(before: FaceGallery, after: FaceGallery | null): boolean {
  const facesOf = ({ people }: FaceGallery): string[] =>
    people.flatMap(({ personId, faces }) => faces.map(({ modelId, values }) => `${personId} ${modelId} ${values}`));
  const kept = new Set(after === null ? [] : facesOf(after));
  return facesOf(before).some((face) => !kept.has(face));
}

/** Knows people by their faces: holds the gallery, and finds the face in a picture that the server gives it. */
export const identifyCapability: EdgeCapability<EdgeCore & RecoverGives & AnalyseGives, object, 'faces.describe'> = {
  verb: 'identify',
  abilities: [facePicturesAbility, faceGalleryAbility],
  owns: () => ({ faceGallery: { erases: losesFace } }),
  start: ({ stores, analysis, clock }) => {
    const gallery = new GalleryUpdates(stores.desired, (part) => analysis.putGallery(part));
    const pictures = new PictureParts(clock.monotonicMs);
    analysis.listen({ gallery: () => gallery.all() });
    return {
      handlers: {
        'faces.describe': async (input) => {
          const bytes = pictures.take(input);
          return { found: bytes === null ? null : await analysis.describeFaces(bytes) };
        },
      },
      configure: () => gallery.configure(),
    };
  },
};
