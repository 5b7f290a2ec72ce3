import { describe, expect, it } from 'vitest';
import { serversFor, stunServersOf, turnCredentials, turnPasswordMs } from './live-ice-servers.ts';

const secret = 'a secret of sixteen and more';
const id = '0198c000-0000-7000-8000-00000000000a';

describe('servers for a view', () => {
  it('LIVE-002 have a password that coturn reckons the same way: expiry and id, signed with the secret', () => {
    // As openssl dgst -sha1 -hmac says.
    expect(turnCredentials(secret, id, 1_790_043_200_999 - turnPasswordMs)).toEqual({
      username: `1790043200:${id}`,
      credential: '41Ik7pZ63ubu8E2MN/+vbZDvAqY=',
    });
  });

  it('are those of the settings as they are where there is no secret', () => {
    const iceServers = [{ urls: 'turn:t.example', username: 'u', credential: 'c' }];
    expect(serversFor({ iceServers, turn: null }, id, 0)).toBe(iceServers);
    expect(
      serversFor({ iceServers, turn: { urls: ['turns:t.example'], secret } }, id, 0).map(({ urls }) => urls),
    ).toEqual(['turn:t.example', 'turns:t.example']);
  });

  it('are named to a core only where it can ask them over UDP, and without a password', () => {
    const urls = [
      'stun:a.example',
      'turn:b.example:5349?transport=udp',
      'turn:c.example?transport=tcp',
      'turns:d.example',
      'turn:[2001:db8::1]:3478',
      'stun:a.example:3478',
    ];
    expect(stunServersOf(urls.map((one) => ({ urls: one, username: 'u', credential: 'c' })))).toEqual([
      'stun:a.example:3478',
      'stun:b.example:5349',
      'stun:[2001:db8::1]:3478',
    ]);
  });
});
