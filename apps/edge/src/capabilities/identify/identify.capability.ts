import { faceGalleryAbility, facePicturesAbility } from '@sightline/contracts/people/people-abilities';
import type { FaceGallery } from '@sightline/contracts/people/people-link';
import type { VehicleList } from '@sightline/contracts/vehicles/vehicle-link';
import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import type { AnalyseGives } from '../analyse/analyse.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import { GalleryUpdates } from './gallery-updates.ts';
import { KnownVehicles } from './known-vehicles.ts';
import { PictureParts } from './picture-parts.ts';

/** Whether a face that was in a part of the gallery is in it no more. */
function losesFace(before: FaceGallery, after: FaceGallery | null): boolean {
  const facesOf = ({ people }: FaceGallery): string[] =>
    people.flatMap(({ personId, faces }) => faces.map(({ modelId, values }) => `${personId} ${modelId} ${values}`));
  const kept = new Set(after === null ? [] : facesOf(after));
  return facesOf(before).some((face) => !kept.has(face));
}

/** Whether a vehicle that was in a part of the list is in it no more, or has another plate. */
function losesVehicle(before: VehicleList, after: VehicleList | null): boolean {
  const kept = new Set(after?.vehicles.map(({ vehicleId, key }) => `${vehicleId} ${key}`));
  return before.vehicles.some(({ vehicleId, key }) => !kept.has(`${vehicleId} ${key}`));
}

/** Knows people by their faces and vehicles by their plates: holds the gallery and the list, and finds the face in a picture that the server gives it. */
export const identifyCapability: EdgeCapability<EdgeCore & RecoverGives & AnalyseGives, object, 'faces.describe'> = {
  verb: 'identify',
  abilities: [facePicturesAbility, faceGalleryAbility],
  owns: () => ({ faceGallery: { erases: losesFace }, vehicleList: { erases: losesVehicle } }),
  start: ({ stores, analysis, clock }) => {
    const gallery = new GalleryUpdates(stores.desired, (part) => analysis.putGallery(part));
    const pictures = new PictureParts(clock.monotonicMs);
    const vehicles = new KnownVehicles(stores.desired);
    analysis.listen({ gallery: () => gallery.all(), named: (report) => vehicles.name(report) });
    return {
      handlers: {
        'faces.describe': async (input) => {
          const bytes = pictures.take(input);
          return { found: bytes === null ? null : await analysis.describeFaces(bytes) };
        },
      },
      configure: () => {
        gallery.configure();
        vehicles.configure();
      },
    };
  },
};
