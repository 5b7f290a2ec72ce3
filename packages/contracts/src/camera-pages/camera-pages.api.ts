import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { cameraPage, cameraPageTicket, certificateFingerprint } from './camera-page.ts';

export const cameraPagesCalls = {
  open: defineCall({
    method: 'POST',
    path: '/api/v1/cameras/{id}/pages',
    permission: 'CameraEdit',
    summary:
      "Makes a way to the camera's own web page, through its core and on an origin of its own. It ends by itself after 15 minutes.",
    params: idParams,
    body: z.object({
      /** Language of the plain pages that stand in for the camera's where that one cannot. */
      lang: z.enum(['en', 'he']).default('en'),
      /** The camera shows another certificate than before, and this one is right. */
      acceptCertificate: certificateFingerprint.optional(),
    }),
    output: cameraPageTicket,
    status: 201,
    errors: [
      'camera_page_off',
      'privacy_needs_originals',
      'privacy_device_unknown',
      'camera_page_not_offered',
      'camera_page_core_old',
      'camera_page_certificate_changed',
      'api_key_scope',
      'too_many',
      'camera_not_ready',
      'camera_unreachable',
      'camera_address_refused',
      'core_offline',
      'core_never_connected',
      'core_pairing_revoked',
      'core_timeout',
    ],
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/v1/cameras/{id}/pages',
    permission: 'CameraEdit',
    summary: "The ways to a camera's own web page that the calling session has open.",
    params: idParams,
    output: z.object({ items: z.array(cameraPage) }),
  }),
  end: defineCall({
    method: 'DELETE',
    path: '/api/v1/camera-pages/{pageId}',
    permission: 'member',
    summary: "Ends a way to a camera's own web page. Ending it twice is no error.",
    params: z.object({ pageId: id }),
    output: z.object({}),
  }),
};
