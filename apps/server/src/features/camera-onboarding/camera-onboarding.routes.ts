import type { cameraImportsCalls } from '@sightline/contracts/camera-onboarding/camera-imports.api';
import type { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { CameraImportsService } from './camera-imports.service.ts';
import type { CameraOnboardingService } from './camera-onboarding.service.ts';
import type { CameraScansService } from './camera-scans.service.ts';

/** Handlers of the calls of the wizard. */
export const cameraOnboardingRoutes = (
  service: CameraOnboardingService,
  scans: CameraScansService,
): CallHandlers<typeof cameraOnboardingCalls> => ({
  startScan: ({ body }, { actor }) => scans.start(actor, body),
  getScan: ({ params }, { actor }) => scans.get(actor, params.id),
  lastScan: ({ query }, { actor }) => scans.last(actor, query.edgeId),
  cancelScan: ({ params }, { actor }) => scans.cancel(actor, params.id),
  look: ({ body }, { actor }) => service.look(actor, body),
  channels: ({ body }, { actor }) => service.channels(actor, body),
  create: ({ body }, { actor }) => service.create(actor, body),
  details: ({ params }, { actor }) => service.details(actor, params.id),
});

/** Handlers of the calls of lists of cameras. */
export const cameraImportsRoutes = (service: CameraImportsService): CallHandlers<typeof cameraImportsCalls> => ({
  create: ({ body }, { actor }) => service.create(actor, body),
  addRows: ({ params, body }, { actor }) => service.addRows(actor, params.id, body.rows),
  list: (_input, { actor }) => service.list(actor),
  get: ({ params }, { actor }) => service.get(actor, params.id),
  rows: ({ params, query }, { actor }) => service.rows(actor, params.id, query),
  start: ({ params, body }, { actor }) => service.start(actor, params.id, body),
  cancel: ({ params }, { actor }) => service.cancel(actor, params.id),
  remove: ({ params }, { actor }) => service.remove(actor, params.id),
  snapshot: async ({ params, query }, { request }) => ({
    body: await service.snapshot(params.id, params.line, { query, address: request.ip }),
    headers: { 'cache-control': 'private, max-age=20' },
  }),
});
