import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { challenge, isAuthorized } from './authentication.ts';
import type { Credentials } from './authentication.ts';

const uri = 'rtsp://127.0.0.1/cam';
const request = { method: 'DESCRIBE', uri, nonce: 'abc' };
const basic: Credentials = { scheme: 'basic', username: 'u', password: 'p:w' };
const md5: Credentials = { scheme: 'digest-md5', username: 'u', password: 'p' };
const sha: Credentials = { scheme: 'digest-sha256', username: 'u', password: 'p' };

const hash = (name: string, text: string): string => createHash(name).update(text).digest('hex');

function digest(
  name: 'md5' | 'sha256',
  parts: { password?: string; nonce?: string; uri?: string; qop?: boolean } = {},
): string {
  const { password = 'p', nonce = 'abc', uri: signed = uri, qop = false } = parts;
  const secret = hash(name, `u:Simulated camera:${password}`);
  const middle = qop ? `${nonce}:00000001:xyz:auth` : nonce;
  const response = hash(name, `${secret}:${middle}:${hash(name, `DESCRIBE:${signed}`)}`);
  const more = qop ? ', qop=auth, nc=00000001, cnonce="xyz"' : '';
  return `Digest username="u", realm="Simulated camera", nonce="${nonce}", uri="${signed}", response="${response}"${more}`;
}

test.each([
  ['no header', md5, undefined],
  ['basic where digest is asked for', md5, `Basic ${Buffer.from('u:p').toString('base64')}`],
  ['a wrong password', md5, digest('md5', { password: 'x' })],
  ['a nonce of another connection', md5, digest('md5', { nonce: 'old' })],
  ['the address of another request', md5, digest('md5', { uri: 'rtsp://127.0.0.1/other' })],
  ['SHA-256 without qop', sha, digest('sha256')],
  ['MD5 where SHA-256 is asked for', sha, digest('md5', { qop: true })],
  ['a wrong basic password', basic, `Basic ${Buffer.from('u:p').toString('base64')}`],
])('refuses %s', (_title, credentials, authorization) => {
  expect(isAuthorized({ ...request, authorization }, credentials)).toBe(false);
});

test.each([
  ['MD5 without qop', md5, digest('md5')],
  ['MD5 with qop', md5, digest('md5', { qop: true })],
  ['SHA-256 with qop', sha, digest('sha256', { qop: true })],
  ['basic with a colon in the password', basic, `Basic ${Buffer.from('u:p:w').toString('base64')}`],
  ['anything where nothing is asked for', { ...md5, scheme: 'none' as const }, undefined],
])('accepts %s', (_title, credentials, authorization) => {
  expect(isAuthorized({ ...request, authorization }, credentials)).toBe(true);
});

test('offers exactly the scheme of the camera', () => {
  expect(challenge('basic', 'n')).toBe('Basic realm="Simulated camera"');
  expect(challenge('digest-md5', 'n')).not.toContain('algorithm');
  expect(challenge('digest-sha256', 'n')).toContain('algorithm=SHA-256');
});
