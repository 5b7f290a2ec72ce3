import type { Lease } from '@sightline/contracts/live/live';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { PlayerRequests } from '../transport/player-requests.ts';
import { retryDelayMs } from './live-state.ts';
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
/** The core ended the view in good order; it may be opened again at once, and again after that with a pause. */
const reopenable = new Set<ErrorCode>(['live_lease_ended']);
/** There is no live track, but the core answers: states and footage then come through the server. */
const trackless = new Set<ErrorCode>(['stream_offline', 'live_not_possible']);

/**
 * Keeps one way to the core: direct when there is one, through the server otherwise. While relayed it looks for a
 * direct way every minute and whenever the network returns; what fails is tried again, with longer and longer pauses.
 */
export class CoreConnection {
  readonly #wanted: Wanted;
  readonly #events: ConnectionEvents;
  #peer: PeerLink | undefined;
  #relay: RelayLink | undefined;
  #isDirect = false;
  #path: PlayerPath = 'direct';
  #attempt = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #probeTimer: ReturnType<typeof setInterval> | undefined;
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
    if (!this.#relay) this.#events.onOpening();
    const peer = new PeerLink(this.#wanted, {
      onLease: (lease) => this.#events.onLease(lease),
      onMedia: (stream) => this.#events.onMedia(stream),
      onConnected: (path) => {
        this.#isDirect = true;
        this.#attempt = 0;
        this.#path = path;
      },
      onRequests: (requests) => {
        this.#events.onPath(this.#path, requests);
        this.#relay?.stop();
        this.#relay = undefined;
      },
      onEnded: (reason) => this.#directEnded(reason),
    });
    this.#peer = peer;
    void peer.start();
  }

  #directEnded(reason: ErrorCode | 'noPath'): void {
    const wasDirect = this.#isDirect;
    this.#peer = undefined;
    this.#isDirect = false;
    if (this.#isStopped || this.#relay) return;
    if (wasDirect) this.#events.onPath('none', null);
    if (reason === 'noPath' && wasDirect) this.#openDirect();
    else if (reason === 'noPath' || trackless.has(reason)) this.#openRelay();
    else this.#retry(reason);
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

  #retry(reason: ErrorCode): void {
    if (!(reopenable.has(reason) && this.#attempt === 0)) this.#events.onRefused(reason);
    const delayMs = retryDelayMs(this.#attempt, Math.random());
    this.#attempt += 1;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#openDirect(), delayMs);
  }
}
