import { z } from 'zod';
import { id } from '../shared/ids.ts';
import { certificateFingerprint } from './camera-page.ts';

/**
 * Path prefix of the WebSocket that a core opens for one way to a camera's page: `/api/v1/link/camera-pages/{token}`. Its
 * binary messages are the bytes of an HTTP/2 connection in which the server asks and the core answers for the camera.
 * WebSockets of the page are extended CONNECT requests (RFC 8441).
 */
export const cameraPageLinkPath = '/api/v1/link/camera-pages';

/** Header of an answer that the core gives in place of the camera: a code of the catalogue. Never taken from a camera. */
export const cameraPageFailureHeader = 'sightline-failure';

/** Requests to a core about the own pages of cameras. */
export const cameraPageCommands = {
  /**
   * Looks whether the page answers where this core has the camera, and opens the WebSocket. `certificate`: the only one
   * that is believed, or null for whichever the camera shows; the one that it showed is answered, null without TLS.
   * The core ends it by itself after `forMs`.
   * `origin` is scheme, host and port under which the camera knows itself. Another certificate fails with
   * `camera_page_certificate_changed` and the `fingerprint` of the new one.
   */
  'cameraPage.open': {
    input: z.object({
      pageId: id,
      cameraId: id,
      token: z.string().max(100),
      forMs: z.number().int().min(1_000).max(3_600_000),
      certificate: certificateFingerprint.nullable(),
    }),
    output: z.object({ origin: z.string().max(300), certificate: certificateFingerprint.nullable() }),
  },
  'cameraPage.close': { input: z.object({ pageId: id }), output: z.object({}) },
} as const;
