import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** A second factor: an authenticator application that shows a new six-digit code every 30 s. */
export const mfaMethod = z.object({
  id,
  kind: z.literal('totp'),
  name: z.string(),
  isVerified: z.boolean(),
  createdAt: utcMs,
  lastUsedAt: utcMs.nullable(),
});

/** What is shown once while a method is being added. `qrSvg` draws `uri`; `manualCode` is the same secret for typing. */
export const mfaEnrolment = z.object({ method: mfaMethod, uri: z.string(), qrSvg: z.string(), manualCode: z.string() });

/** Ten codes that work once each; shown only when they are made. */
export const backupCodes = z.object({ codes: z.array(z.string()) });

export type MfaMethod = z.infer<typeof mfaMethod>;
export type MfaEnrolment = z.infer<typeof mfaEnrolment>;
