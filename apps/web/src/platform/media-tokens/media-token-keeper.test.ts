import { describe, expect, it, vi } from 'vitest';
import { freshMediaTokens, isMediaTokenDue, type MediaToken, type MediaTokenKind } from './media-token-keeper.ts';

const now = 1_800_000_000_000;
const endingIn = (seconds: number): MediaToken => ({ token: 'old', expiresAt: now + seconds * 1000 });

const source = (
  held: Partial<Record<MediaTokenKind, MediaToken>>,
  renew = vi.fn((kind: MediaTokenKind): Promise<MediaToken> => Promise.resolve({ token: kind, expiresAt: now })),
) => ({
  read: () => Promise.resolve({ twilioPtt: null, vmPlayback: null, ...held }),
  renew,
  nowUtcMs: () => now,
});

describe('tokens of media', () => {
  it.each([
    ['START-008 the push-to-talk token', 'twilioPtt', 'vmPlayback'],
    ['START-009 the voicemail-playback token', 'vmPlayback', 'twilioPtt'],
  ] as const)('%s is renewed when it ends in 119 s or is missing, and not at 121 s', async (_title, kind, other) => {
    for (const [held, calls] of [
      [{ [kind]: endingIn(119) }, [[kind]]],
      [{}, [[kind]]],
      [{ [kind]: endingIn(121) }, []],
    ] as const) {
      const parts = source({ [other]: endingIn(600), ...held });
      await freshMediaTokens(parts);
      expect(parts.renew.mock.calls).toEqual(calls);
    }
  });

  it('START-012 go by the end that each of them carries', () => {
    expect(isMediaTokenDue(endingIn(0), now)).toBe(true);
    expect(isMediaTokenDue(endingIn(120), now)).toBe(false);
  });

  it('stay as they were when the server refuses, and nothing else stops', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const parts = source({ twilioPtt: endingIn(1), vmPlayback: endingIn(1) });
    parts.renew.mockImplementation((kind) =>
      kind === 'twilioPtt'
        ? Promise.reject(new Error('not set up'))
        : Promise.resolve({ token: 'new', expiresAt: now + 1 }),
    );
    expect(await freshMediaTokens(parts)).toEqual({
      twilioPtt: endingIn(1),
      vmPlayback: { token: 'new', expiresAt: now + 1 },
    });
  });
});
