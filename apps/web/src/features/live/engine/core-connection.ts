import type { Lease } from '@sightline/contracts/live/live';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { PlayerRequests } from '../transport/player-requests.ts';
import { retryDelayMs } from './live-state.ts';
import { isCloudAway } from './cloud-away.ts';
import { serverSignalling } from './live-signalling.ts';
import { findLocalWay } from './local-ways.ts';
import { PeerLink } from './peer-link.ts';
import type { Wanted } from './peer-link.ts';
import type { PlayerPath } from './player-snapshot.ts';
import { RelayLink } from './relay-link.ts';

export interface ConnectionEvents {
  /** The video track of the direct connection. */
  onMedia(stream: MediaStream): void;
  /** Another way is in use; `requests` speaks over it. Null: none at the moment. */
  onPath(path: PlayerPath, requests: PlayerRequests | null): void;
  onOpening(): void;
  /** A way was allowed, with these rights. */
  onLease(lease: Pick<Lease, 'mayAskOriginals'>): void;
  onRefused(code: ErrorCode): void;
}

const probeEveryMs = 60_000;
/** Without the server it is asked often whether it is back: what it forbids meanwhile is not known here. */
const lookForServerMs = 5_000;
/** The core ended the view in good order; it may be opened again at once, and again after that with a pause. */
const reopenable = new Set<ErrorCode>(['live_lease_ended']);
const takenAway = new Set<ErrorCode>(['forbidden', 'not_found', 'unauthenticated']);
/** There is no live track, but the core answers: states and footage then come through the server. */
const trackless = new Set<ErrorCode>(['stream_offline', 'live_not_possible']);

/**
 * Keeps one way to the core: direct when there is one, through the server otherwise, and over the own network alone while
 * the server is away and this browser has a grant. While relayed it looks for a direct way every minute and whenever the
 * network returns; what fails is tried again, with longer and longer pauses.
 */
export class CoreConnection {
  readonly #wanted: Wanted;
  readonly #events: ConnectionEvents;
  #peer: PeerLink | undefined;
  #relay: RelayLink | undefined;
  #local: PeerLink | undefined;
  #isDirect = false;
  #isLocal = false;
  #path: PlayerPath = 'direct';
  #attempt = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #probeTimer: ReturnType<typeof setInterval> | undefined;
  #serverTimer: ReturnType<typeof setInterval> | undefined;
  #isStopped = false;

  constructor(wanted: Wanted, events: ConnectionEvents) {
    this.#wanted = wanted;
    this.#events = events;
  }

  start(): void {
    window.addEventListener('online', this.nudge);
    this.#probeTimer = setInterval(() => this.#probe(), probeEveryMs);
    this.#openDirect();
  }

  stop(): void {
    this.#isStopped = true;
    window.removeEventListener('online', this.nudge);
    clearInterval(this.#probeTimer);
    clearTimeout(this.#retryTimer);
    this.#peer?.stop();
    this.#relay?.stop();
    this.#endLocal();
  }

  /** Something changed for the better (network, camera, core): try now. */
  nudge = (): void => {
    if (this.#isStopped || this.#isDirect) return;
    clearTimeout(this.#retryTimer);
    this.#attempt = 0;
    this.#openDirect();
  };

  #probe(): void {
    if (this.#relay && !document.hidden) this.#openDirect();
  }

  #openDirect(): void {
    if (this.#isStopped || this.#peer) return;
    if (!this.#relay && !this.#local) this.#events.onOpening();
    const media = this.#mediaUntilUsed();
    const peer = new PeerLink(
      this.#wanted,
      {
        onLease: (lease) => this.#events.onLease(lease),
        onMedia: media.take,
        onConnected: (path) => {
          this.#isDirect = true;
          this.#attempt = 0;
          this.#path = path;
        },
        onUnanswered: () => this.#openLocal(null),
        onRequests: (requests) => {
          media.use();
          this.#events.onPath(this.#path, requests);
          this.#relay?.stop();
          this.#relay = undefined;
          this.#endLocal();
        },
        onEnded: (reason) => this.#directEnded(reason),
      },
      serverSignalling,
    );
    this.#peer = peer;
    void peer.start();
  }

  #directEnded(reason: ErrorCode | 'noPath'): void {
    const wasDirect = this.#isDirect;
    this.#peer = undefined;
    this.#isDirect = false;
    if (this.#isStopped || this.#relay) return;
    if (this.#isLocal) return this.#stayLocal(reason);
    if (wasDirect) this.#events.onPath('none', null);
    // Another way is being opened already.
    if (this.#local) return;
    if (reason === 'noPath' && wasDirect) this.#openDirect();
    else if (reason === 'noPath' || trackless.has(reason)) this.#openRelay();
    else if (isCloudAway(reason)) this.#openLocal(reason);
    else this.#retry(reason);
  }

  /** The server was asked whether it is back. Where it is, and allows this no more, its word counts. */
  #stayLocal(reason: ErrorCode | 'noPath'): void {
    if (reason === 'noPath' || !takenAway.has(reason)) return;
    this.#endLocal();
    this.#events.onPath('none', null);
    this.#retry(reason);
  }

  #openRelay(): void {
    if (this.#isStopped || this.#relay) return;
    const relay = new RelayLink(this.#wanted, {
      onLease: (lease) => this.#events.onLease(lease),
      onRequests: (requests) => {
        this.#attempt = 0;
        if (!this.#isDirect) this.#events.onPath('mse', requests);
      },
      onEnded: (reason) => {
        this.#relay = undefined;
        if (this.#isStopped || this.#isDirect) return;
        this.#events.onPath('none', null);
        this.#retry(reason);
      },
    });
    this.#relay = relay;
    void relay.start();
  }

  /** Over the own network without the server. `reason`: why the usual way ended; null while it goes on for a moment. */
  #openLocal(reason: ErrorCode | null): void {
    if (this.#isStopped || this.#local) return;
    const signalling = findLocalWay(this.#wanted.cameraId);
    if (signalling === null) return reason === null ? undefined : this.#retry(reason);
    const media = this.#mediaUntilUsed();
    const local = new PeerLink(
      this.#wanted,
      {
        onLease: (lease) => this.#events.onLease(lease),
        onMedia: media.take,
        onConnected: () => undefined,
        onUnanswered: () => undefined,
        onRequests: (requests) => {
          this.#isLocal = true;
          this.#attempt = 0;
          media.use();
          this.#events.onPath('local', requests);
          this.#peer?.stop();
          this.#peer = undefined;
          this.#isDirect = false;
          this.#serverTimer = setInterval(() => this.#openDirect(), lookForServerMs);
        },
        onEnded: (why) => this.#localEnded(why === 'noPath' ? (reason ?? 'core_offline') : why),
      },
      signalling,
    );
    this.#local = local;
    void local.start();
  }

  #localEnded(reason: ErrorCode): void {
    const wasLocal = this.#isLocal;
    this.#endLocal();
    // The usual way goes on, or is just being tried again.
    if (this.#isStopped || this.#isDirect) return;
    if (wasLocal) this.#events.onPath('none', null);
    if (!this.#peer) this.#retry(reason);
  }

  #endLocal(): void {
    clearInterval(this.#serverTimer);
    this.#isLocal = false;
    this.#local?.stop();
    this.#local = undefined;
  }

  /** While a picture is shown, a connection that is being tried must not take its element. */
  #mediaUntilUsed(): { take: (stream: MediaStream) => void; use: () => void } {
    let held: MediaStream | null = null;
    let isUsed = false;
    return {
      take: (stream) => {
        if (isUsed || !(this.#isDirect || this.#isLocal)) this.#events.onMedia(stream);
        else held = stream;
      },
      use: () => {
        isUsed = true;
        if (held) this.#events.onMedia(held);
        held = null;
      },
    };
  }

  #retry(reason: ErrorCode): void {
    if (!(reopenable.has(reason) && this.#attempt === 0)) this.#events.onRefused(reason);
    const delayMs = retryDelayMs(this.#attempt, Math.random());
    this.#attempt += 1;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#openDirect(), delayMs);
  }
}
