import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { hashOfBackupCode, newBackupCodes, newTotpSecret, stepOfCode, totpUri } from './mfa-codes.ts';

const secret = newTotpSecret();
const totp = new TOTP({ secret: Secret.fromBase32(secret) });
const at = 1_800_000_000_000;

describe('a code of an authenticator', () => {
  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '12 456'])('is none when it reads %j', (code) => {
    expect(stepOfCode(secret, code, at)).toBeNull();
  });

  it('is refused two steps early or late, five minutes even more', () => {
    for (const offsetMs of [-300_000, -60_000, 60_000, 300_000])
      expect(stepOfCode(secret, totp.generate({ timestamp: at + offsetMs }), at)).toBeNull();
  });

  it('counts one step early or late, and says which step it was', () => {
    for (const step of [-1, 0, 1])
      expect(stepOfCode(secret, totp.generate({ timestamp: at + step * 30_000 }), at)).toBe(at / 30_000 + step);
  });

  it('is announced to authenticators with issuer and account', () => {
    expect(totpUri(secret, 'dana@example.com')).toMatch(
      /^otpauth:\/\/totp\/Sightline:dana%40example\.com\?issuer=Sightline&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
    );
  });
});

describe('backup codes', () => {
  it('are ten, different, without letters that look alike', () => {
    const codes = newBackupCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-hjkmnp-z2-9]{5}-[a-hjkmnp-z2-9]{5}$/);
  });

  it('are the same with or without hyphen and in capitals, and another person’s are others', () => {
    expect(hashOfBackupCode('a', 'ABCDE FGHJK')).toEqual(hashOfBackupCode('a', 'abcde-fghjk'));
    expect(hashOfBackupCode('b', 'abcde-fghjk')).not.toEqual(hashOfBackupCode('a', 'abcde-fghjk'));
  });
});
