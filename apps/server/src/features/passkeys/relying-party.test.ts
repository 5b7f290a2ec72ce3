import { describe, expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

describe('whom passkeys are made for', () => {
  it.each(['http://127.0.0.1:8080', 'https://10.0.0.7', 'https://[fd00::1]:8443', 'http://cctv.example.org'])(
    'is nobody at %s, where browsers keep none',
    (url) => expect(relyingPartyOf(url)).toBeUndefined(),
  );

  it('is the name, with the address as pages have it', () => {
    expect(relyingPartyOf('https://cctv.example.org/')).toEqual({
      id: 'cctv.example.org',
      origin: 'https://cctv.example.org',
    });
    expect(relyingPartyOf('http://localhost:8080')).toEqual({ id: 'localhost', origin: 'http://localhost:8080' });
  });
});
