import { describe, expect, it } from 'vitest';
import { exchangeableCode, landingMessage } from './landing-message.ts';

const isKnown = (code: string): boolean => code === 'provider_sign_in_failed';

describe('what came back to the sign-in page', () => {
  it('AUTH-008 never takes the status of a failure, 403, for a secret', () => {
    expect(exchangeableCode({ code: '403' })).toBeNull();
    expect(exchangeableCode({})).toBeNull();
  });

  it('AUTH-010 exchanges everything else', () => {
    expect(exchangeableCode({ code: 'k3Yd-long-secret' })).toBe('k3Yd-long-secret');
  });

  it('AUTH-007 says msg or error_description', () => {
    expect(landingMessage({}, isKnown)).toBeNull();
    expect(landingMessage({ msg: 'Session expired' }, isKnown)).toEqual({ known: null, told: 'Session expired' });
    expect(landingMessage({ error_description: 'x' }, isKnown)).toEqual({ known: null, told: 'x' });
    expect(landingMessage({ msg: 'provider_sign_in_failed' }, isKnown)).toEqual({
      known: 'provider_sign_in_failed',
      told: null,
    });
  });
});
