import { cameraDevicesCalls } from '@sightline/contracts/camera-devices/camera-devices.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { cameraDevicesAudit } from './camera-devices.audit.ts';
import { createCamerasService } from '../cameras/cameras.public.ts';
import { cameraDevicesRoutes } from './camera-devices.routes.ts';
import { createCameraDevicesService } from './camera-devices.service.ts';

/** Devices behind cameras. */
export const cameraDevicesFeature: ServerFeature<ServerContext> = {
  noun: 'camera-devices',
  audits: cameraDevicesAudit,
  start: (context) => {
    const service = createCameraDevicesService({ ...context, cameras: createCamerasService(context) });
    return { routes: [answer('cameraDevices', cameraDevicesCalls, cameraDevicesRoutes(service))] };
  },
};
