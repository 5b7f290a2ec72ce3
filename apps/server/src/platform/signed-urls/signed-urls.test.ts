import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newId } from '../ids/ids.ts';
import { createUrlSigner, type SignedQuery } from './signed-urls.ts';

const signer = createUrlSigner(randomBytes(32));
const signedFor = { sessionId: newId(), organizationId: newId() };
const now = 1_800_000_030_000;
const queryOf = (url: string): SignedQuery => {
  const query = new URL(url, 'http://x').searchParams;
  return {
    expires: Number(query.get('expires')),
    session: query.get('session') ?? '',
    signature: query.get('signature') ?? '',
  };
};

describe('signed addresses', () => {
  it('refuses another path, another session, another end and a late caller', () => {
    const query = queryOf(signer.sign('/a', signedFor, now));
    expect(signer.verify('/b', query, now)).toBeNull();
    expect(signer.verify('/a', { ...query, session: `${query.session}x` }, now)).toBeNull();
    expect(signer.verify('/a', { ...query, expires: query.expires + 1 }, now)).toBeNull();
    expect(signer.verify('/a', { ...query, signature: '' }, now)).toBeNull();
    expect(signer.verify('/a', query, now + 300_001)).toBeNull();
    expect(createUrlSigner(randomBytes(32)).verify('/a', query, now)).toBeNull();
  });

  it('says for whom it was signed, for at least four minutes, and stays the same within a minute', () => {
    const url = signer.sign('/a', signedFor, now);
    expect(signer.verify('/a', queryOf(url), now + 240_000)).toEqual(signedFor);
    expect(signer.sign('/a', signedFor, now + 1000)).toBe(url);
  });
});
