import type { Lease } from '@sightline/contracts/live/live';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { toApiError } from '../../../../platform/api/api-error.ts';
import { dataChannelTransport } from '../../transport/data-channel-transport.ts';
import { PlayerRequests } from '../../transport/player-requests.ts';
import { PairWatch } from './candidate-pair.ts';
import type { PeerPath } from './candidate-pair.ts';
import { LiveLease } from './live-lease.ts';
import type { LiveSignalling } from './live-signalling.ts';
import { makePeer, takeWarmPeer } from './warm-peer.ts';
import type { WarmPeer } from './warm-peer.ts';

/** Without a path to the core after this long, the picture comes through the server instead. */
const connectWithinMs = 2500;
/** A path that broke often mends by itself; after this long it did not. */
const mendWithinMs = 3000;
/** What the core finds after its answer comes a little later than our own candidates, and is asked for at these times. */
const askAfterMs = [300, 700, 1500];

/** What to show: a camera, which of its streams, and whether with nothing hidden. */
export interface Wanted {
  cameraId: string;
  stream: 'auto' | 'main' | 'sub';
  originals: boolean;
}

/** Which ways may be tried: any, or, to replace a relayed one, only those that are not. */
export type PeerWays = 'all' | 'withoutTurn';

/** Which ways, and by whose help both ends find each other. */
export interface PeerRoute {
  ways: PeerWays;
  signalling: LiveSignalling;
}

export interface PeerEvents {
  onLease(lease: Lease): void;
  onMedia(stream: MediaStream): void;
  /** Media and data flow, and the player protocol can be spoken. */
  onConnected(path: PeerPath, requests: PlayerRequests): void;
  /** The same connection goes another way now. */
  onPathChanged(path: PeerPath): void;
  /** The lease could not be renewed because nobody answered; the picture goes on until it has run out. */
  onUnanswered(): void;
  /** It is over, once. `noPath`: the core is there, but no direct way to it. */
  onEnded(reason: ErrorCode | 'noPath'): void;
}

/** One direct connection between this browser and the core: a video track and the player protocol. */
export class PeerLink {
  readonly #wanted: Wanted;
  readonly #events: PeerEvents;
  readonly #route: PeerRoute;
  #peer: RTCPeerConnection | undefined;
  #requests: PlayerRequests | undefined;
  #lease: LiveLease | undefined;
  #leaseId: string | undefined;
  #candidates: RTCIceCandidate[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: ReturnType<typeof setTimeout>[] = [];
  #pair: PairWatch | undefined;
  #isConnected = false;
  /** This camera's picture may go through a TURN server. */
  #mayTurn = false;
  #isOutdated = false;
  #isEnded = false;

  constructor(wanted: Wanted, events: PeerEvents, route: PeerRoute) {
    this.#wanted = wanted;
    this.#events = events;
    this.#route = route;
  }

  /** The answer named a TURN server that was not known when this connection was made: another one may find a way where this finds none. */
  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  async start(): Promise<void> {
    const { ways, signalling } = this.#route;
    try {
      const warm = await (ways === 'all' ? takeWarmPeer() : makePeer('withoutTurn'));
      if (this.#isEnded) return warm.peer.close();
      this.#listen(warm);
      await warm.peer.setLocalDescription(warm.offer);
      // The offer leaves before any candidate is known: they follow one by one.
      const answer = await signalling.offer({ ...this.#wanted, sdp: warm.offer.sdp ?? '' });
      this.#mayTurn = answer.mayTurn;
      this.#isOutdated = ways === 'all' && this.#mayTurn && !warm.knowsTurn;
      const lease = new LiveLease(answer.leaseId, signalling, {
        onEnded: (code) => this.#end(code),
        onUnanswered: () => this.#events.onUnanswered(),
      });
      if (this.#isEnded) return lease.end();
      this.#lease = lease;
      this.#leaseId = answer.leaseId;
      this.#events.onLease(answer);
      for (const candidate of this.#candidates.splice(0)) void this.#sendCandidate(candidate);
      this.#giveUpAfter(connectWithinMs);
      this.#asking = askAfterMs.map((ms) => setTimeout(() => void this.#sendCandidate(null), ms));
      await warm.peer.setRemoteDescription({ type: 'answer', sdp: answer.sdp });
    } catch (thrown) {
      this.#end(thrown instanceof DOMException ? 'noPath' : toApiError(thrown).code);
    }
  }

  stop(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    for (const timer of this.#asking) clearTimeout(timer);
    this.#pair?.end();
    this.#requests?.transport.close();
    this.#peer?.close();
    this.#lease?.end();
  }

  #listen({ peer, channel }: WarmPeer): void {
    this.#peer = peer;
    peer.ontrack = ({ track, streams }) => this.#events.onMedia(streams[0] ?? new MediaStream([track]));
    peer.onicecandidate = ({ candidate }) => {
      if (!candidate || candidate.candidate === '') return;
      if (this.#leaseId === undefined) this.#candidates.push(candidate);
      else void this.#sendCandidate(candidate);
    };
    peer.onconnectionstatechange = () => this.#follow(peer);
    const transport = dataChannelTransport(channel, {
      onReply: (reply) => (reply.type === 'bye' ? this.#end(reply.code) : this.#requests?.receive(reply)),
      onItem: (item) => this.#requests?.receiveItem(item),
      onClose: () => this.#end('noPath'),
    });
    this.#requests = new PlayerRequests(transport);
  }

  #follow(peer: RTCPeerConnection): void {
    if (this.#isEnded) return;
    if (peer.connectionState === 'failed' || peer.connectionState === 'closed') return this.#end('noPath');
    if (peer.connectionState === 'disconnected') return this.#giveUpAfter(mendWithinMs);
    if (peer.connectionState !== 'connected') return;
    clearTimeout(this.#timer);
    for (const timer of this.#asking) clearTimeout(timer);
    this.#pair ??= new PairWatch(peer, (path) => this.#goes(path));
  }

  /** By this pair of candidates, for the first time or from now on. */
  #goes(path: PeerPath): void {
    // Servers are remembered from one camera to the next, and the next one may not allow them.
    if (path === 'turn' && !this.#mayTurn) return this.#end('noPath');
    const leaseId = this.#leaseId;
    if (this.#isEnded || !this.#requests || leaseId === undefined) return;
    // That the server does not know is no reason to show nothing.
    this.#route.signalling.setSession?.(leaseId, path).catch(toApiError);
    if (this.#isConnected) return this.#events.onPathChanged(path);
    this.#isConnected = true;
    this.#events.onConnected(path, this.#requests);
  }

  #giveUpAfter(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end('noPath'), ms);
  }

  /** Tells a candidate, or with null none, and takes those that the core found meanwhile. */
  async #sendCandidate(candidate: RTCIceCandidate | null): Promise<void> {
    if (this.#leaseId === undefined || this.#isEnded) return;
    const body = { candidate: candidate?.candidate ?? '', mid: candidate?.sdpMid ?? '0' };
    try {
      const candidates = await this.#route.signalling.candidate(this.#leaseId, body);
      for (const found of candidates)
        await this.#peer?.addIceCandidate({ candidate: found.candidate, sdpMid: found.mid });
    } catch {
      // One lost candidate is no failure: the others, or the core's own, still lead somewhere.
    }
  }

  #end(reason: ErrorCode | 'noPath'): void {
    if (this.#isEnded) return;
    this.stop();
    this.#requests?.lose();
    this.#events.onEnded(reason);
  }
}
