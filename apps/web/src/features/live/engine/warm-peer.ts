import type { RtcAnswer } from '@sightline/contracts/live/live';

/** A peer connection with its offer made, so that a click only has to send it. */
export interface WarmPeer {
  peer: RTCPeerConnection;
  channel: RTCDataChannel;
  offer: RTCSessionDescriptionInit;
}

let iceServers: RTCIceServer[] = [];
let certificate: Promise<RTCCertificate> | undefined;
let waiting: { made: Promise<WarmPeer>; bornAtMs: number } | undefined;

/** A waiting peer older than this is made anew: its certificate and servers may have changed. */
const freshForMs = 120_000;

/** Servers named by the last answer, for the next connections: they are not known before the first. */
export function rememberIceServers(servers: RtcAnswer['iceServers']): void {
  iceServers = servers.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }));
}

async function make(): Promise<WarmPeer> {
  certificate ??= RTCPeerConnection.generateCertificate({ name: 'ECDSA', namedCurve: 'P-256' } as EcKeyGenParams);
  const peer = new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle', certificates: [await certificate] });
  const { receiver } = peer.addTransceiver('video', { direction: 'recvonly' });
  // Control rooms want the newest picture, not the smoothest.
  receiver.jitterBufferTarget = 0;
  peer.addTransceiver('audio', { direction: 'recvonly' });
  const channel = peer.createDataChannel('player', { ordered: true });
  return { peer, channel, offer: await peer.createOffer() };
}

/** Makes the next connection's offer ahead of time. Harmless to call often. */
export function warmUpPeer(): void {
  if (typeof RTCPeerConnection === 'undefined' || (waiting && Date.now() - waiting.bornAtMs < freshForMs)) return;
  const old = waiting;
  void old?.made.then(
    ({ peer }) => peer.close(),
    () => undefined,
  );
  const made = make();
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
  return ready ?? make();
}
