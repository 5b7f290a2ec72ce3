import { endpointUfrag } from '@sightline/contracts/local-grants/local-endpoint-name';
import type { LocalGrant } from '@sightline/contracts/local-grants/local-grant';

type Door = LocalGrant['door'];

/** Of version 4 and of this machine come first: what is most likely to be reached, and what only a browser beside the core reaches. */
const priorityOf = (index: number): number => 2_113_937_151 - index * 256;

/** What stands after `a=<name>:` in a description. */
const attribute = (sdp: string, name: string): string | null =>
  new RegExp(`^a=${name}:(\\S+)`, 'm').exec(sdp)?.[1] ?? null;

/**
 * The answer that a core would give to this offer of a data channel, written by the browser itself from what its grant
 * says of the core's door. Null when the offer is not as expected. `name`: 8 letters or digits, new for each connection.
 */
export function endpointAnswer(offer: string, door: Door, name: string): string | null {
  const password = attribute(offer, 'ice-pwd');
  const mid = attribute(offer, 'mid');
  if (password === null || mid === null) return null;
  const addresses = [...door.addresses, '127.0.0.1'];
  return [
    'v=0',
    'o=- 0 0 IN IP4 0.0.0.0',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${mid}`,
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    'a=setup:active',
    `a=ice-ufrag:${endpointUfrag(name, password)}`,
    `a=ice-pwd:${door.password}`,
    `a=fingerprint:sha-256 ${door.fingerprint}`,
    'a=sctp-port:5000',
    'a=max-message-size:200000',
    ...addresses.map(
      (address, index) =>
        `a=candidate:${String(index + 1)} 1 UDP ${String(priorityOf(index))} ${address} ${String(door.port)} typ host`,
    ),
    'a=end-of-candidates',
    '',
  ].join('\r\n');
}
