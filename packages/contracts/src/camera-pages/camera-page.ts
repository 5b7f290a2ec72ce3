import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** What a core announces that opens the own pages of its cameras. */
export const cameraPageCapability = 'tunnel';

/** An opened page lives 15 minutes at most, and ends after 5 without a byte; what was asked for opens within 30 s, once. */
export const cameraPageTimes = { ticketMs: 30_000, sessionMs: 15 * 60_000, idleMs: 5 * 60_000 } as const;

/** SHA-256 of the certificate that a camera showed, in hex without colons. */
export const certificateFingerprint = z.string().regex(/^[0-9a-f]{64}$/);

/** The certificate of an https camera: believed from the first time on, and no other one after it. */
export const cameraPageCertificate = z.object({ fingerprint: certificateFingerprint, pinnedAt: utcMs });

/** The own page of a camera, as it is open to one person. `requests` counts what the camera was asked. */
export const cameraPage = z.object({
  id,
  cameraId: id,
  /** Null: asked for, and not opened yet. */
  openedAt: utcMs.nullable(),
  expiresAt: utcMs,
  requests: z.number().int().min(0),
  certificate: cameraPageCertificate.nullable(),
});

/** `url`: address on an origin of its own that opens the page, once and until `openBefore`. It must not be kept. */
export const cameraPageTicket = cameraPage.extend({ url: z.string(), openBefore: utcMs });

export type CameraPage = z.infer<typeof cameraPage>;
export type CameraPageTicket = z.infer<typeof cameraPageTicket>;
