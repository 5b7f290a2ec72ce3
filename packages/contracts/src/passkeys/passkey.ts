import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** A key that a device or a password manager keeps for an account; it signs in by fingerprint, face or the lock of the device. */
export const passkey = z.object({
  id,
  name: z.string(),
  isSynced: z.boolean().describe('kept by a password manager on several devices, and not lost with one'),
  createdAt: utcMs,
  lastUsedAt: utcMs.nullable(),
});

/**
 * What a browser is asked: `options` as `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` reads them.
 * `ceremony` belongs to the answer, works once and for five minutes.
 */
export const passkeyCeremony = z.object({ ceremony: z.string(), options: z.record(z.string(), z.unknown()) });

export type Passkey = z.infer<typeof passkey>;
export type PasskeyCeremony = z.infer<typeof passkeyCeremony>;
