import type { Lease } from '@sightline/contracts/live/live';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { PlayerRequests } from '../../transport/player-requests.ts';
import { BetterWay } from './better-way.ts';
import type { PeerPath } from './candidate-pair.ts';
import { isCloudAway } from './cloud-away.ts';
import { serverSignalling } from './live-signalling.ts';
import { retryDelayMs } from '../live-state.ts';
import { findLocalWay } from './local-ways.ts';
import { PeerLink } from './peer-link.ts';
import type { PeerEvents, PeerRoute, PeerWays, Wanted } from './peer-link.ts';
import type { PlayerPath } from '../player-snapshot.ts';
import { RelayLink } from './relay-link.ts';
import type { RelayEvents } from './relay-link.ts';

export interface ConnectionEvents {
  /** The video track of a connection that is being tried while nothing else is in use. */
  onMedia(stream: MediaStream): void;
  /** Another way is in use; `requests` speaks over it, and `media` is its video track where it has one. Null: none at the moment. */
  onPath(path: PlayerPath, requests: PlayerRequests | null, media?: MediaStream): void;
  /** The connection in use goes another way now, without a break. */
  onPathChanged(path: PlayerPath): void;
  onOpening(): void;
  /** A way was allowed, with these rights. */
  onLease(lease: Pick<Lease, 'mayAskOriginals'>): void;
  onRefused(code: ErrorCode): void;
}

type Peer = Pick<PeerLink, 'start' | 'stop' | 'isOutdated'>;
type Relay = Pick<RelayLink, 'start' | 'stop'>;

/** What a way brings once it is there. */
interface Found {
  requests: PlayerRequests;
  media: MediaStream | undefined;
}

interface TrialEvents extends Pick<PeerEvents, 'onPathChanged' | 'onUnanswered' | 'onEnded'> {
  onConnected(path: PeerPath, found: Found): void;
}

/** How ways are made; others in tests. */
export interface WayMakers {
  peer(wanted: Wanted, events: PeerEvents, route: PeerRoute): Peer;
  relay(wanted: Wanted, events: RelayEvents): Relay;
  better(onInference: (why: 'return' | 'time') => void): Pick<BetterWay, 'start' | 'stop' | 'follow'>;
}

const realWays: WayMakers = {
  peer: (wanted, events, route) => new PeerLink(wanted, events, route),
  relay: (wanted, events) => new RelayLink(wanted, events),
  better: (onInference) => new BetterWay(onInference),
};

/** Without the server it is asked often whether it is back: what it forbids meanwhile is not known here. */
const lookForServerMs = 5_000;
/** The core ended the view in good order; it may be opened again at once, and again after that with a pause. */
const reopenable = new Set<ErrorCode>(['live_lease_ended']);
/** With these the server takes away what a grant still allows. */
const takenAway = new Set<ErrorCode>(['forbidden', 'not_found', 'unauthenticated', 'live_view_closed']);
/** There is no live track, but the core answers: states and footage then come through the server. */
const trackless = new Set<ErrorCode>(['stream_offline', 'live_not_possible']);

/**
 * Keeps one way to the core: direct when there is one, over a TURN server or through our server otherwise, and over the own
 * network alone while the server is away and this browser has a grant. A relayed one is used while a better one is looked
 * for behind it: now and then, and whenever tab or network return. What fails is tried again, with longer and longer pauses.
 */
export class CoreConnection {
  readonly #wanted: Wanted;
  readonly #events: ConnectionEvents;
  readonly #make: WayMakers;
  readonly #better: Pick<BetterWay, 'start' | 'stop' | 'follow'>;
  /** In use. */
  #peer: Peer | undefined;
  /** Being tried, alone or behind another way. */
  #trial: Peer | undefined;
  /** Being tried without the server. */
  #local: Peer | undefined;
  #relay: Relay | undefined;
  #path: PlayerPath = 'none';
  #attempt = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #serverTimer: ReturnType<typeof setInterval> | undefined;
  /** Ended by somebody who may: only a wish of the viewer opens it again. */
  #isClosed = false;
  #isStopped = false;

  constructor(wanted: Wanted, events: ConnectionEvents, make: WayMakers = realWays) {
    this.#wanted = wanted;
    this.#events = events;
    this.#make = make;
    this.#better = make.better((why) => this.#check(why));
  }

  start(): void {
    this.#better.start();
    this.#try('all');
  }

  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#better.stop();
    clearTimeout(this.#retryTimer);
    clearInterval(this.#serverTimer);
    for (const way of [this.#trial, this.#local, this.#peer, this.#relay]) way?.stop();
  }

  /** Something changed for the better (network, camera, core): try now. */
  nudge(): void {
    if (this.#isClosed || (this.#peer && this.#path !== 'local')) return;
    clearTimeout(this.#retryTimer);
    this.#attempt = 0;
    this.#try('all');
  }

  #check(why: 'return' | 'time'): void {
    if (this.#path === 'turn') this.#try('withoutTurn');
    else if (why === 'return' || this.#path === 'mse') this.nudge();
  }

  #try(ways: PeerWays): void {
    if (this.#isStopped || this.#isClosed || this.#trial) return;
    if (!this.#peer && !this.#relay) this.#events.onOpening();
    const peer = this.#makePeer(
      { ways, signalling: serverSignalling },
      {
        onConnected: (path, found) => this.#use(peer, { path, ...found }),
        onPathChanged: (path) => peer === this.#peer && this.#setPath(path, () => this.#events.onPathChanged(path)),
        onUnanswered: () => this.#openLocal(null),
        onEnded: (reason) => (peer === this.#trial ? this.#trialEnded(peer, reason) : this.#peerEnded(reason)),
      },
    );
    this.#trial = peer;
    void peer.start();
  }

  /** Over the own network without the server. `reason`: why the usual way ended; null while it goes on for a moment. */
  #openLocal(reason: ErrorCode | null): void {
    if (this.#isStopped || this.#isClosed || this.#local || this.#path === 'local') return;
    const signalling = findLocalWay(this.#wanted.cameraId);
    if (signalling === null) return reason === null ? undefined : this.#retry(reason);
    const local = this.#makePeer(
      { ways: 'withoutTurn', signalling },
      {
        onConnected: (_pair, found) => this.#use(local, { path: 'local', ...found }),
        // Whichever addresses it goes by: the server is away.
        onPathChanged: () => undefined,
        onUnanswered: () => undefined,
        onEnded: (why) => this.#localEnded(local, why === 'noPath' ? (reason ?? 'core_offline') : why),
      },
    );
    this.#local = local;
    void local.start();
  }

  #makePeer(route: PeerRoute, events: TrialEvents): Peer {
    let media: MediaStream | undefined;
    return this.#make.peer(
      this.#wanted,
      {
        ...events,
        onLease: (lease) => this.#events.onLease(lease),
        onMedia: (stream) => {
          media = stream;
          // A picture that is shown is not exchanged for one that may never come.
          if (!this.#peer && !this.#relay) this.#events.onMedia(stream);
        },
        onConnected: (path, requests) => events.onConnected(path, { requests, media }),
      },
      route,
    );
  }

  #use(peer: Peer, { path, requests, media }: Found & { path: PlayerPath }): void {
    // Connected a moment too late: nobody watches any more, and nobody would end its timers.
    if (this.#isStopped || this.#isClosed) return peer.stop();
    const old = [this.#peer, this.#trial, this.#local, this.#relay].filter((way) => way !== peer);
    this.#peer = peer;
    this.#trial = undefined;
    this.#local = undefined;
    this.#relay = undefined;
    this.#attempt = 0;
    clearTimeout(this.#retryTimer);
    this.#setPath(path, () => this.#events.onPath(path, requests, media));
    for (const way of old) way?.stop();
  }

  #setPath(path: PlayerPath, notify: () => void): void {
    if (this.#isStopped) return;
    this.#path = path;
    this.#better.follow(path === 'turn' || path === 'mse');
    clearInterval(this.#serverTimer);
    if (path === 'local') this.#serverTimer = setInterval(() => this.#try('all'), lookForServerMs);
    notify();
  }

  #lost(): void {
    this.#setPath('none', () => this.#events.onPath('none', null));
  }

  #trialEnded(trial: Peer, reason: ErrorCode | 'noPath'): void {
    this.#trial = undefined;
    if (this.#isStopped) return;
    if (this.#local || this.#path === 'local') return this.#stayLocal(reason);
    if (this.#peer || this.#relay) return;
    if (reason !== 'noPath' && !trackless.has(reason)) return this.#goOn(reason);
    this.#openRelay();
    // With the servers that its answer named, the next one may connect where this did not.
    if (reason === 'noPath' && trial.isOutdated) this.#try('all');
  }

  #peerEnded(reason: ErrorCode | 'noPath'): void {
    this.#peer = undefined;
    if (this.#isStopped) return;
    this.#lost();
    // Another way is being opened already.
    if (this.#local) this.#stayLocal(reason);
    else if (reason === 'noPath') this.#try('all');
    else if (trackless.has(reason)) this.#openRelay();
    else this.#goOn(reason);
  }

  /** The way by the server was refused, or nobody answered. */
  #goOn(reason: ErrorCode): void {
    if (isCloudAway(reason)) this.#openLocal(reason);
    else this.#retry(reason);
  }

  /** The way by the server ended while there is one without it. Where the server is back, and allows this no more, its word counts. */
  #stayLocal(reason: ErrorCode | 'noPath'): void {
    if (reason === 'noPath' || !takenAway.has(reason)) return;
    this.#local?.stop();
    this.#local = undefined;
    if (this.#path === 'local') {
      this.#peer?.stop();
      this.#peer = undefined;
      this.#lost();
    }
    if (!this.#peer && !this.#relay) this.#retry(reason);
  }

  #localEnded(local: Peer, reason: ErrorCode): void {
    if (this.#isStopped) return;
    if (local === this.#local) this.#local = undefined;
    else {
      this.#peer = undefined;
      this.#lost();
    }
    // The usual way goes on, or is just being tried again.
    if (this.#peer || this.#trial || this.#relay) return;
    this.#retry(reason);
  }

  #openRelay(): void {
    if (this.#isStopped || this.#relay) return;
    const relay = this.#make.relay(this.#wanted, {
      onLease: (lease) => this.#events.onLease(lease),
      onRequests: (requests) => {
        this.#attempt = 0;
        if (!this.#peer) this.#setPath('mse', () => this.#events.onPath('mse', requests));
      },
      onEnded: (reason) => {
        this.#relay = undefined;
        if (this.#isStopped || this.#peer) return;
        this.#lost();
        this.#retry(reason);
      },
    });
    this.#relay = relay;
    void relay.start();
  }

  #retry(reason: ErrorCode): void {
    if (!(reopenable.has(reason) && this.#attempt === 0)) this.#events.onRefused(reason);
    clearTimeout(this.#retryTimer);
    if (reason === 'live_view_closed') {
      this.#isClosed = true;
      this.#trial?.stop();
      this.#local?.stop();
      return;
    }
    const delayMs = retryDelayMs(this.#attempt, Math.random());
    this.#attempt += 1;
    this.#retryTimer = setTimeout(() => this.#try('all'), delayMs);
  }
}
