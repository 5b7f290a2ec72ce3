import { z } from 'zod';
import { onvifAccess, onvifDevice } from '../cameras/camera-onvif.ts';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { cameraScan, channeledDevice, onboardedCamera, onboardingInput, savedDetails } from './camera-onboarding.ts';

const deviceFailures = [
  'camera_unreachable',
  'camera_credentials_refused',
  'camera_timeout',
  'camera_not_onvif',
  'camera_address_refused',
  'onvif_no_profiles',
  'onvif_unsupported',
  'core_offline',
  'core_never_connected',
  'core_pairing_revoked',
  'core_timeout',
  'core_part_down',
] as const;

export const cameraOnboardingCalls = {
  startScan: defineCall({
    method: 'POST',
    path: '/api/v1/camera-onboarding/scans',
    permission: 'CameraCreate',
    summary:
      'Lets a core look for cameras in its own network. One scan of a core at a time; answers at once, see `getScan`.',
    body: z.object({
      edgeId: id,
      /** Consent: the core may also ask each address of its own subnet at the ports of cameras. */
      probesSubnet: z.boolean().default(false),
      forMs: z.number().int().min(500).max(30_000).default(10_000),
    }),
    output: cameraScan,
    status: 201,
    errors: ['onvif_scan_running', 'core_offline', 'core_never_connected', 'core_pairing_revoked'],
  }),
  getScan: defineCall({
    method: 'GET',
    path: '/api/v1/camera-onboarding/scans/{id}',
    permission: 'CameraCreate',
    summary: 'Answers a scan of the own and what it found.',
    params: idParams,
    output: cameraScan,
  }),
  lastScan: defineCall({
    method: 'GET',
    path: '/api/v1/camera-onboarding/scans',
    permission: 'CameraCreate',
    summary: 'Answers the newest scan of a core that the caller began, or null.',
    query: z.object({ edgeId: id }),
    output: z.object({ scan: cameraScan.nullable() }),
  }),
  cancelScan: defineCall({
    method: 'POST',
    path: '/api/v1/camera-onboarding/scans/{id}/cancel',
    permission: 'CameraCreate',
    summary: 'Ends a scan. Safe to repeat.',
    params: idParams,
    output: cameraScan,
  }),
  look: defineCall({
    method: 'POST',
    path: '/api/v1/camera-onboarding/look',
    permission: 'CameraCreate',
    summary:
      'Asks a device through a core what it is and which streams it offers; wrong credentials are refused. Saves nothing.',
    body: onvifAccess.extend({ edgeId: id }),
    output: onvifDevice,
    errors: deviceFailures,
  }),
  channels: defineCall({
    method: 'POST',
    path: '/api/v1/camera-onboarding/channels',
    permission: 'CameraCreate',
    summary:
      'Asks a device through a core which channels it has, and says which of them are cameras already: by their address, or by what the device says it is. Saves nothing.',
    body: onvifAccess.extend({ edgeId: id }),
    output: channeledDevice,
    errors: deviceFailures,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/camera-onboarding/cameras',
    permission: 'CameraCreate',
    summary: 'Makes the camera of the wizard; recording starts as soon as the core has it.',
    body: onboardingInput,
    output: onboardedCamera,
    status: 201,
    errors: [
      'camera_url_invalid',
      'camera_url_port_wrong',
      'camera_url_too_long',
      'camera_url_ambiguous',
      'camera_duplicate',
      'camera_not_below_core',
      'privacy_needs_originals',
      'privacy_device_unknown',
      ...deviceFailures,
    ],
  }),
  details: defineCall({
    method: 'GET',
    path: '/api/v1/camera-onboarding/cameras/{id}',
    permission: 'CameraView',
    summary: 'Answers what the wizard saved of a camera, with the sizes of its pictures once they were seen.',
    params: idParams,
    output: savedDetails,
  }),
};
