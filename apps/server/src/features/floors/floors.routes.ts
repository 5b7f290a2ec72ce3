import type { floorsCalls } from '@sightline/contracts/floors/floors.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { BuildingsService } from './floor-buildings.service.ts';
import type { FloorPlansService } from './floor-plans.service.ts';
import type { FloorsService } from './floors.service.ts';

/** Handlers of the calls of buildings and floors. */
export const floorsRoutes = (
  buildings: BuildingsService,
  floors: FloorsService,
  plans: FloorPlansService,
): CallHandlers<typeof floorsCalls> => ({
  buildings: ({ params }, { actor }) => buildings.list(actor, params.id),
  createBuilding: ({ params, body }, { actor }) => buildings.create(actor, params.id, body),
  getBuilding: ({ params }, { actor }) => buildings.get(actor, params.id),
  updateBuilding: ({ params, body }, { actor }) => buildings.update(actor, params.id, body),
  removeBuilding: ({ params }, { actor }) => buildings.remove(actor, params.id),
  createFloor: ({ params, body }, { actor }) => floors.create(actor, params.id, body),
  get: ({ params }, { actor }) => floors.get(actor, params.id),
  update: ({ params, body }, { actor }) => floors.update(actor, params.id, body),
  remove: ({ params }, { actor }) => floors.remove(actor, params.id),
  setPlan: ({ params, body }, { actor }) => plans.set(actor, params.id, body),
  plan: ({ params, query }, { request }) => plans.read(params.id, { query, address: request.ip }),
  placeCamera: ({ params, body }, { actor }) =>
    floors.place(actor, { floorId: params.id, cameraId: params.cameraId }, body),
  removeCamera: ({ params }, { actor }) => floors.unplace(actor, { floorId: params.id, cameraId: params.cameraId }),
});
