import { z } from 'zod';
import { credentialsInput } from '../cameras/camera.ts';
import { onvifAction, onvifState } from '../cameras/camera-onvif.ts';
import { defineCall } from '../shared/call.ts';
import { errorCode } from '../shared/errors.ts';
import { id, idParams } from '../shared/ids.ts';

const deviceFailures = [
  'onvif_absent',
  'camera_not_ready',
  'camera_unreachable',
  'camera_credentials_refused',
  'camera_timeout',
  'camera_not_onvif',
  'camera_address_refused',
  'onvif_unsupported',
  'onvif_refused',
  'core_offline',
  'core_never_connected',
  'core_pairing_revoked',
  'core_timeout',
  'core_part_down',
] as const;

/** An empty form would lock the core out of every camera at once. */
const someCredentials = credentialsInput.refine(({ username, password }) => username.trim() !== '' || password !== '', {
  path: ['username'],
});

export const cameraDevicesCalls = {
  state: defineCall({
    method: 'GET',
    path: '/api/v1/cameras/{id}/onvif',
    permission: 'CameraView',
    summary:
      'Asks the device of a camera for its clock, presets and picture settings. Takes as long as the device does.',
    params: idParams,
    output: onvifState,
    errors: deviceFailures,
  }),
  act: defineCall({
    method: 'POST',
    path: '/api/v1/cameras/{id}/onvif/actions',
    permission: 'CameraEdit',
    summary: 'Moves, restarts or sets the device of a camera. `preset`: token of a preset that was saved.',
    params: idParams,
    body: z.object({ action: onvifAction }),
    output: z.object({ preset: z.string().nullable() }),
    errors: deviceFailures,
  }),
  setCredentials: defineCall({
    method: 'POST',
    path: '/api/v1/camera-credentials',
    permission: 'CameraEdit',
    summary: 'Gives cameras another user name and password, each by itself; answers for each whether it was done.',
    body: z.object({ cameraIds: z.array(id).min(1).max(500), credentials: someCredentials }),
    output: z.object({ results: z.array(z.object({ cameraId: id, cause: errorCode.nullable() })) }),
  }),
};
