import { passwordOfUfrag } from '@sightline/contracts/local-grants/local-endpoint-name';
import { expect, test } from 'vitest';
import { endpointAnswer } from './endpoint-answer.ts';

const door = { port: 8189, fingerprint: 'AB:CD', password: 'p'.repeat(32), addresses: ['192.168.1.9', 'fd00::9'] };
const offer = [
  'v=0',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:aA0/+bcdefghijklmnopqrst',
  'a=mid:0',
  '',
].join('\r\n');

test('makes no answer to what is no offer', () => {
  expect(endpointAnswer('v=0', door, 'abcd1234')).toBeNull();
  expect(endpointAnswer(offer.replace('a=mid:0', ''), door, 'abcd1234')).toBeNull();
});

test('names every address of the core, its certificate, and in its name the password of this browser', () => {
  const answer = endpointAnswer(offer, door, 'abcd1234') ?? '';
  expect(passwordOfUfrag(/a=ice-ufrag:(\S+)/.exec(answer)?.[1] ?? '')).toBe('aA0/+bcdefghijklmnopqrst');
  expect(answer.match(/^a=candidate:.*$/gm)).toEqual([
    'a=candidate:1 1 UDP 2113937151 192.168.1.9 8189 typ host',
    'a=candidate:2 1 UDP 2113936895 fd00::9 8189 typ host',
    'a=candidate:3 1 UDP 2113936639 127.0.0.1 8189 typ host',
  ]);
  expect(answer).toContain('a=fingerprint:sha-256 AB:CD');
});

test('a name that is none of the door says no password', () => {
  for (const ufrag of [
    'abcd',
    'sl1abcd1234',
    'sl1abcd1234short',
    `sl1abcd1234${'x'.repeat(300)}`,
    'sl1abcd1234aA0/+bcdefghijk\nmnopqrst',
  ]) {
    expect(passwordOfUfrag(ufrag)).toBeNull();
  }
});
