import { expect, it } from 'vitest';
import { credentialItem } from './attention-items.ts';

const dayMs = 86_400_000;
const now = 1_790_000_000_000;
const ends = (of: 'apiKey' | 'signInCertificate', inDays: number) =>
  credentialItem({ of, id: 'x', name: 'X', expiresAt: new Date(now + inDays * dayMs) }, now);

it('a certificate behind which nobody can sign in any more stays until it is replaced, also when it was seen', () => {
  expect(ends('signInCertificate', -30)).toMatchObject({ isOpen: true });
  expect(ends('signInCertificate', 3)).toMatchObject({ isOpen: false, knownUtcMs: now - 4 * dayMs });
  // A key that ended may have been meant to.
  expect(ends('apiKey', -0.5)).toMatchObject({ isOpen: false, knownUtcMs: now - 0.5 * dayMs });
});
