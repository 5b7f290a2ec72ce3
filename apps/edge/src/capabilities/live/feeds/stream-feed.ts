import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import { ArrivalLine } from '../../ingest/arrival-line.ts';
import { GopCache } from './gop-cache.ts';
import type { FeedState, LiveFeed, LiveListener, SubscribeUnits } from './live-feed.ts';

export interface StreamFeedOptions {
  subscribe: SubscribeUnits;
  nowUtcMs: () => number;
  /** How long the subscription is kept after the last viewer left, so that the next one starts at once. */
  lingerMs: number;
}

/** Silence after which viewers are told. */
const stalledAfterMs = 3_000;
/** A unit this fresh ends the backlog that a new subscription begins with. */
const freshMs = 80;
/** So does a pause of this length. */
const backlogPauseMs = 15;
/** One picture says nothing of how long it waited for a later one: so many hold one that waited for none. */
const reorderedPictures = 5;
/** They are not waited for longer. */
const reorderedPauseMs = 400;

/**
 * One subscription shared by all viewers of a stream in this process. Units are handed on by reference: a viewer costs
 * nothing here, and one that throws units away slows nobody.
 */
export class StreamFeed implements LiveFeed {
  readonly #options: StreamFeedOptions;
  readonly #listeners = new Set<LiveListener>();
  readonly #gop = new GopCache();
  readonly #arrivals = new ArrivalLine();
  #unsubscribe: (() => void) | null = null;
  #linger: NodeJS.Timeout | null = null;
  #watch: NodeJS.Timeout | null = null;
  #backlog: NodeJS.Timeout | null = null;
  #isCollecting = false;
  /** Pictures that came since the subscription began. */
  #collected = 0;
  #current: StreamConfig | null = null;
  #known: StreamConfig | null = null;
  #told: FeedState = { state: 'stalled', cause: null, lastUnitUtcMs: null };
  #onlineCause: { isOnline: boolean; cause: ErrorCode | null } = { isOnline: true, cause: null };

  constructor(options: StreamFeedOptions) {
    this.#options = options;
  }

  lastConfig(): StreamConfig | null {
    return this.#known;
  }

  state(): FeedState {
    return this.#told;
  }

  zeroUtcMs(): number | null {
    return this.#arrivals.zeroUtcMs();
  }

  get viewers(): number {
    return this.#listeners.size;
  }

  join(listener: LiveListener): () => void {
    this.#listeners.add(listener);
    if (this.#linger) clearTimeout(this.#linger);
    this.#linger = null;
    if (this.#unsubscribe === null) this.#start();
    else {
      if (this.#current) listener.config(this.#current);
      if (this.#current && !this.#isCollecting && this.#gop.units().length > 0) listener.burst(this.#gop.units());
      listener.state(this.#told);
    }
    let joined = true;
    return () => {
      if (!joined) return;
      joined = false;
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#linger = setTimeout(() => this.stop(), this.#options.lingerMs);
    };
  }

  /** Ends the subscription at once, whoever watches. */
  stop(): void {
    if (this.#linger) clearTimeout(this.#linger);
    if (this.#watch) clearInterval(this.#watch);
    if (this.#backlog) clearTimeout(this.#backlog);
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#current = null;
    this.#isCollecting = false;
    this.#gop.clear();
    this.#arrivals.reset();
    this.#told = { state: 'stalled', cause: null, lastUnitUtcMs: this.#told.lastUnitUtcMs };
  }

  #start(): void {
    this.#isCollecting = true;
    this.#collected = 0;
    this.#onlineCause = { isOnline: true, cause: null };
    this.#watch = setInterval(() => this.#checkState(), 500);
    this.#unsubscribe = this.#options.subscribe({
      config: (config) => this.#setConfig(config),
      unit: (unit) => this.#receive(unit),
      status: (status) => {
        this.#onlineCause = status;
        this.#checkState();
      },
    });
  }

  #setConfig(config: StreamConfig): void {
    this.#current = config;
    this.#known = config;
    this.#gop.clear();
    for (const listener of this.#listeners) listener.config(config);
  }

  #receive(unit: MediaUnit): void {
    this.#gop.add(unit);
    if (unit.kind === 'video') {
      this.#told = { ...this.#told, lastUnitUtcMs: Math.round(unit.arrivalMs) };
      this.#arrivals.note(unit);
      this.#collected++;
    }
    if (this.#isCollecting) this.#collect(unit);
    else for (const listener of this.#listeners) listener.unit(unit);
    if (this.#told.state !== 'live') this.#checkState();
  }

  /** The backlog of a new subscription is handed over as one burst, as if it had been cached here. */
  #collect(unit: MediaUnit): void {
    if (this.#backlog) clearTimeout(this.#backlog);
    const isTooFew = this.#current?.video.reorders === true && this.#collected < reorderedPictures;
    if (!isTooFew && this.#options.nowUtcMs() - unit.arrivalMs < freshMs) this.#endBacklog();
    else this.#backlog = setTimeout(() => this.#endBacklog(), isTooFew ? reorderedPauseMs : backlogPauseMs);
  }

  #endBacklog(): void {
    this.#backlog = null;
    this.#isCollecting = false;
    const units = this.#gop.units();
    if (units.length > 0) for (const listener of this.#listeners) listener.burst(units);
  }

  #checkState(): void {
    const { lastUnitUtcMs } = this.#told;
    const { isOnline, cause } = this.#onlineCause;
    const isFlowing = lastUnitUtcMs !== null && this.#options.nowUtcMs() - lastUnitUtcMs < stalledAfterMs;
    const state = isFlowing ? 'live' : isOnline ? 'stalled' : 'offline';
    const next = state === 'live' ? null : cause;
    if (state === this.#told.state && next === this.#told.cause) return;
    this.#told = { state, cause: next, lastUnitUtcMs };
    for (const listener of this.#listeners) listener.state(this.#told);
  }
}
