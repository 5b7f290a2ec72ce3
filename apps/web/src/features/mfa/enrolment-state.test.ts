import type { MfaEnrolment } from '@sightline/contracts/mfa/mfa';
import { describe, expect, it } from 'vitest';
import { enrolmentAfter, noEnrolment, type EnrolmentStep } from './enrolment-state.ts';

const method = {
  id: '01990000-0000-7000-8000-000000000001',
  kind: 'totp',
  name: 'Telephone',
  isVerified: false,
  createdAt: 0,
  lastUsedAt: null,
} as const;
const enrolment: MfaEnrolment = { method, uri: 'otpauth://totp/x', qrSvg: '<svg/>', manualCode: 'AAAA BBBB' };
const after = (...steps: EnrolmentStep[]) => steps.reduce(enrolmentAfter, noEnrolment);

describe('adding an authenticator', () => {
  it('MFA-002 clears picture and manual code when it begins anew', () => {
    expect(after({ type: 'created', enrolment }).enrolment?.manualCode).toBe('AAAA BBBB');
    expect(after({ type: 'created', enrolment }, { type: 'create' })).toEqual(noEnrolment);
  });

  it('MFA-004 says that it verifies until the answer came', () => {
    expect(after({ type: 'created', enrolment }, { type: 'verify' })).toMatchObject({ isVerifying: true, enrolment });
    expect(after({ type: 'created', enrolment }, { type: 'verify' }, { type: 'refused' })).toMatchObject({
      isVerifying: false,
      enrolment,
    });
  });

  it('forgets the secret once it was verified, and keeps the backup codes to be shown', () => {
    const state = after({ type: 'created', enrolment }, { type: 'verify' }, { type: 'verified', codes: ['1111-2222'] });
    expect(state).toEqual({ enrolment: null, isVerifying: false, codes: ['1111-2222'], isDone: true });
  });
});
