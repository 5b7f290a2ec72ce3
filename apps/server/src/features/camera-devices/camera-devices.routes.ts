import type { cameraDevicesCalls } from '@sightline/contracts/camera-devices/camera-devices.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { CameraDevicesService } from './camera-devices.service.ts';

/** Handlers of the calls about devices behind cameras. */
export const cameraDevicesRoutes = (service: CameraDevicesService): CallHandlers<typeof cameraDevicesCalls> => ({
  state: ({ params }, { actor }) => service.state(actor, params.id),
  act: ({ params, body }, { actor }) => service.act(actor, params.id, body.action),
  setCredentials: ({ body }, { actor }) => service.setCredentials(actor, body),
});
