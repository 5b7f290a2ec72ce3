import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const stepMs = 30_000;
const backupCodeCount = 10;
/** Without letters and digits that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({
    issuer: 'Sightline',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: stepMs / 1000,
    secret: Secret.fromBase32(secret),
  });

/** Address that authenticators read from the picture. */
export const totpUri = (secret: string, label: string): string => totpOf(secret, label).toString();

/** Number of the step that a code belongs to, one step early or late at most; null for a wrong one. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret, 'x').validate({ token: code, timestamp: nowMs, window: 1 });
  return delta === null ? null : Math.floor(nowMs / stepMs) + delta;
}

/** Ten codes of 50 random bits each, written in two halves. */
export function newBackupCodes(): string[] {
  return Array.from({ length: backupCodeCount }, () => {
    // 256 is no multiple of the letters' number, so what lies beyond the last whole one is drawn again.
    let code = '';
    while (code.length < 10) {
      for (const byte of randomBytes(16)) if (byte < 248 && code.length < 10) code += letters[byte % letters.length];
    }
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
}

/** Codes are long and random, so a plain hash keeps them. Written with or without its hyphen, a code is the same. */
export const hashOfBackupCode = (userId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest();
