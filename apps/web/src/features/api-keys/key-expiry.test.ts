import { describe, expect, it } from 'vitest';
import { expiresAtOf } from './key-expiry.ts';

const now = { utcMs: Date.UTC(2026, 10, 20, 12), timeZone: 'Asia/Jerusalem' };

describe('the end of a key', () => {
  it.each(['', '2026-02-30', '2026-11-19', 'soon'])('refuses the day %s', (day) => {
    expect(expiresAtOf({ expiry: 'day', day }, now)).toBeUndefined();
  });

  it('is the end of the chosen day where the person is, today included', () => {
    expect(expiresAtOf({ expiry: 'day', day: '2026-11-20' }, now)).toBe(Date.UTC(2026, 10, 20, 22));
  });

  it('counts days from now, and knows no end', () => {
    expect(expiresAtOf({ expiry: 'days30', day: '' }, now)).toBe(now.utcMs + 30 * 86_400_000);
    expect(expiresAtOf({ expiry: 'never', day: '' }, now)).toBeNull();
  });
});
