import type { MediaUnit, SourceEndReason, StreamConfig } from '@sightline/media/units/access-unit';
import type { SourceDriver, SourceSession } from '../../drivers/source-driver.ts';
import { backOffMs } from './back-off.ts';
import { createDriverChooser, type DriverChooser } from './driver-choice.ts';
import { createGopCache } from './gop-cache.ts';
import type { DesiredStream, StreamState } from './ingest-messages.ts';
import { SilenceWatch } from './silence-watch.ts';
import { createStreamClock, type PlacedUnit } from './stream-clock.ts';
import { createStreamMeter, type StreamMeasure } from './stream-meter.ts';
import { nowUtcMs } from '../../platform/clock.ts';

export interface StreamStatus {
  state: Exclude<StreamState, 'off'>;
  reason: SourceEndReason | null;
  detail: string;
  sinceUtcMs: number;
  driver: 'rtsp' | 'node-av';
  /** How the pictures travel, or are to. */
  transport: 'tcp' | 'udp';
  /** The camera sends nothing and does not answer, but its connection is still held: what it sent may come yet. */
  isHeld: boolean;
}

export interface StreamIngestEvents {
  config: (config: StreamConfig) => void;
  /** Times are on the stream's line: wall clock = epochMs + ticks / 90. `cut`: a new segment must begin with this key unit. */
  unit: (unit: MediaUnit, cut: boolean) => void;
  status: (status: StreamStatus) => void;
}

export interface IngestDrivers {
  rtsp: SourceDriver;
  /** null when the optional part is not installed. */
  nodeAv: SourceDriver | null;
}

const defaultSetupTimeoutMs = 5000;
const firstPictureMs = defaultSetupTimeoutMs + 4000;
const healthyAfterMs = 5000;
// Pictures of the first connection may be older than it: ticks are counted from before them.
const roomBeforeMs = 60_000;

/** Keeps exactly one connection to one camera stream. */
export class StreamIngest {
  /** Wall clock of tick 0. */
  readonly epochMs = nowUtcMs() - roomBeforeMs;
  readonly #desired: DesiredStream;
  readonly #drivers: IngestDrivers;
  readonly #events: StreamIngestEvents;
  readonly #clock = createStreamClock(this.epochMs);
  readonly #cache = createGopCache();
  readonly #meter = createStreamMeter();
  readonly #chooser: DriverChooser;
  #session: SourceSession | null = null;
  #config: StreamConfig | null = null;
  #status: StreamStatus;
  #failures = 0;
  #watch: SilenceWatch | null = null;
  /** Since when this connection delivers, by the clock that is never set. */
  #deliversSinceMs: number | null = null;
  #retry: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(desired: DesiredStream, drivers: IngestDrivers, events: StreamIngestEvents) {
    this.#desired = desired;
    this.#drivers = drivers;
    this.#events = events;
    this.#chooser = createDriverChooser(desired.driver, drivers.nodeAv !== null);
    this.#status = {
      state: 'connecting',
      reason: null,
      detail: '',
      sinceUtcMs: nowUtcMs(),
      driver: this.#chooser.next(),
      transport: desired.transport,
      isHeld: false,
    };
  }

  start(): void {
    this.#events.status(this.#status);
    this.#connect();
  }

  get status(): StreamStatus {
    return this.#status;
  }

  snapshot(): { config: StreamConfig | null; units: readonly MediaUnit[] } {
    return { config: this.#config, units: this.#cache.units() };
  }

  /** Figures since the last call; null while not online. */
  measure(): StreamMeasure | null {
    return this.#status.state === 'online' ? this.#meter.take(nowUtcMs(), this.#session?.packetsLost() ?? 0) : null;
  }

  /**
   * Called several times a second with the hearing time (see `createHearingTime`). Whether pictures come is seen by their times
   * changing: a step of the system clock neither ends a session nor hides that it froze.
   */
  check(hearingMs: number): void {
    if (this.#session === null || this.#watch === null) return;
    this.#deliver(this.#clock.due(nowUtcMs()));
    const silence = this.#watch.look(hearingMs, this.#meter.frameMs());
    if (silence !== 'stalled' && silence !== 'mute') return;
    const detail = `no picture for ${Math.round(this.#watch.silentMs(hearingMs))} ms`;
    if (silence === 'stalled')
      this.#ended(this.#session, {
        reason: this.#session.lastPictureMs() === null ? 'camera_timeout' : 'camera_stalled',
        detail,
      });
    else if (this.#status.state === 'online')
      this.#setStatus({ state: 'offline', reason: 'camera_stalled', detail: `${detail}, and no answer`, isHeld: true });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    const session = this.#session;
    this.#deliver(this.#clock.flush());
    this.#session = null;
    await session?.stop();
  }

  #connect(): void {
    this.#retry = null;
    const choice = this.#chooser.next();
    const driver = choice === 'node-av' ? this.#drivers.nodeAv : this.#drivers.rtsp;
    this.#status = { ...this.#status, driver: choice };
    if (driver === null) {
      this.#offline('camera_codec_unsupported', 'the compatibility driver is not installed');
      return;
    }
    const { url, username, password, transport, startReordering } = this.#desired;
    this.#deliversSinceMs = null;
    this.#clock.restart();
    this.#meter.take(nowUtcMs(), 0);
    let session: SourceSession | null = null;
    session = driver.open(
      { url, username, password, transport, startReordering, setupTimeoutMs: defaultSetupTimeoutMs },
      {
        config: (config) => this.#take(session, () => this.#configure(config)),
        unit: (unit) => this.#take(session, () => this.#unit(unit)),
        end: (reason, detail) => this.#ended(session, { reason, detail }),
      },
    );
    this.#session = session;
    this.#watch = new SilenceWatch(session, firstPictureMs);
  }

  // Late calls of a session that was given up must not reach the recorder.
  #take(session: SourceSession | null, action: () => void): void {
    if (session !== null && session === this.#session) action();
  }

  #configure(config: StreamConfig): void {
    // What waits still is of the configuration before.
    this.#deliver(this.#clock.flush());
    this.#config = config;
    this.#events.config(config);
  }

  #unit(unit: MediaUnit): void {
    if (unit.kind === 'video') {
      this.#meter.note(unit);
      this.#deliversSinceMs ??= performance.now();
      if (this.#status.state !== 'online')
        this.#status = { ...this.#status, transport: this.#session?.transport() ?? this.#desired.transport };
      if (this.#status.state !== 'online')
        this.#setStatus({ state: 'online', reason: null, detail: '', isHeld: false });
    }
    this.#deliver(this.#clock.take(unit));
  }

  #deliver(placed: readonly PlacedUnit[]): void {
    for (const { unit, cut } of placed) {
      this.#cache.push(unit);
      this.#events.unit(unit, cut);
    }
  }

  #ended(session: SourceSession | null, end: { reason: SourceEndReason; detail: string }): void {
    if (session === null || session !== this.#session || this.#stopped) return;
    this.#deliver(this.#clock.flush());
    this.#session = null;
    void session.stop();
    this.#cache.clear();
    const sinceMs = this.#deliversSinceMs;
    this.#chooser.ended(end.reason, sinceMs !== null);
    if (sinceMs !== null && performance.now() - sinceMs > healthyAfterMs) this.#failures = 0;
    this.#offline(end.reason, end.detail);
  }

  #offline(reason: SourceEndReason, detail: string): void {
    this.#failures++;
    const { state, isHeld } = this.#status;
    if (state !== 'offline' || isHeld || this.#status.reason !== reason)
      this.#setStatus({ state: 'offline', reason, detail, isHeld: false });
    const waitMs = backOffMs(this.#failures, {
      random: Math.random(),
      credentialsRefused: reason === 'camera_credentials_refused',
    });
    this.#retry = setTimeout(() => this.#connect(), waitMs);
  }

  #setStatus(change: Pick<StreamStatus, 'state' | 'reason' | 'detail' | 'isHeld'>): void {
    // "Offline since" keeps its moment when only the reason becomes another.
    const sameState = this.#status.state === change.state;
    this.#status = { ...this.#status, ...change, sinceUtcMs: sameState ? this.#status.sinceUtcMs : nowUtcMs() };
    this.#events.status(this.#status);
  }
}
