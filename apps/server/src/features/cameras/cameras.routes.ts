import type { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { CameraProbeService } from './device/camera-probe.service.ts';
import type { CameraMovesService } from './camera-moves.service.ts';
import type { CamerasService } from './cameras.service.ts';

/** Handlers of the camera calls. */
export const camerasRoutes = (
  service: CamerasService,
  probe: CameraProbeService,
  moves: CameraMovesService,
): CallHandlers<typeof camerasCalls> => ({
  list: ({ query }, { actor }) => service.list(actor, query),
  test: ({ body }, { actor }) => probe.test(actor, body),
  create: ({ body }, { actor }) => service.create(actor, body),
  get: ({ params }, { actor }) => service.get(actor, params.id),
  update: ({ params, body }, { actor }) => service.update(actor, params.id, body),
  move: ({ body }, { actor }) => moves.move(actor, body),
  remove: ({ params }, { actor }) => service.remove(actor, params.id),
  getSettings: ({ params }, { actor }) => service.getSettings(actor, params.id),
  updateSettings: ({ params, body }, { actor }) => service.updateSettings(actor, params.id, body),
  snapshot: ({ params }, { actor }) => probe.snapshot(actor, params.id),
  poster: async ({ params, query }, { request }) => ({
    body: await probe.poster(params.id, { query, address: request.ip }),
    headers: { 'cache-control': 'private, max-age=20' },
  }),
});
