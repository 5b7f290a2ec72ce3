import type { RtcAnswer } from '@sightline/contracts/live/live';

/** A peer connection with its offer made, so that a click only has to send it. */
export interface WarmPeer {
  peer: RTCPeerConnection;
  /** It knows a TURN server to go by. */
  knowsTurn: boolean;
  channel: RTCDataChannel;
  offer: RTCSessionDescriptionInit;
}

let known: { servers: RTCIceServer[]; atMs: number } = { servers: [], atMs: 0 };
let certificate: Promise<RTCCertificate> | undefined;
let waiting: { made: Promise<WarmPeer>; bornAtMs: number } | undefined;

/** A waiting peer older than this is made anew: its certificate and servers may have changed. */
const freshForMs = 120_000;
/** Passwords of TURN servers end after hours; what is older is asked for again with the next answer. */
const serversForMs = 6 * 3_600_000;

/** Whether the media itself may go through one of these servers. */
export const hasTurn = (servers: readonly { urls: string | string[] }[]): boolean =>
  servers.some(({ urls }) => [urls].flat().some((url) => /^turns?:/i.test(url)));

/** Servers named by the last answer, for the next connections: they are not known before the first. */
export function rememberIceServers(servers: RtcAnswer['iceServers']): void {
  const kept = servers.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }));
  known = { servers: kept, atMs: Date.now() };
}

/** A connection with its offer made now; without TURN servers when only a direct way is wanted. */
export async function makePeer(ways: 'all' | 'withoutTurn'): Promise<WarmPeer> {
  const fresh = Date.now() - known.atMs < serversForMs ? known.servers : [];
  const iceServers = ways === 'all' ? fresh : fresh.filter((server) => !hasTurn([server]));
  certificate ??= RTCPeerConnection.generateCertificate({ name: 'ECDSA', namedCurve: 'P-256' } as EcKeyGenParams);
  const peer = new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle', certificates: [await certificate] });
  const { receiver } = peer.addTransceiver('video', { direction: 'recvonly' });
  // Control rooms want the newest picture, not the smoothest.
  receiver.jitterBufferTarget = 0;
  peer.addTransceiver('audio', { direction: 'recvonly' });
  const channel = peer.createDataChannel('player', { ordered: true });
  return { peer, channel, knowsTurn: hasTurn(iceServers), offer: await peer.createOffer() };
}

/** Makes the next connection's offer ahead of time. Harmless to call often. */
export function warmUpPeer(): void {
  if (typeof RTCPeerConnection === 'undefined' || (waiting && Date.now() - waiting.bornAtMs < freshForMs)) return;
  const old = waiting;
  void old?.made.then(
    ({ peer }) => peer.close(),
    () => undefined,
  );
  const made = makePeer('all');
  made.catch(() => {
    // Whoever takes it meets the failure and says so; here it only must not stay.
    waiting = undefined;
  });
  waiting = { made, bornAtMs: Date.now() };
}

/** The connection that waits, or a new one. */
export async function takeWarmPeer(): Promise<WarmPeer> {
  const ready = waiting && Date.now() - waiting.bornAtMs < freshForMs ? waiting.made : undefined;
  waiting = undefined;
  return ready ?? makePeer('all');
}
