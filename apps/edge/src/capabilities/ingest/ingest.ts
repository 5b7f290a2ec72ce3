import type { MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import type { StreamDesire } from './ingest-messages.ts';
import { createHearingTime } from './silence.ts';
import { type IngestDrivers, StreamIngest, type StreamStatus } from './stream-ingest.ts';
import type { StreamMeasure } from './stream-meter.ts';

/** Where the units of all streams go. */
export interface IngestSink {
  /** A stream begins: wall clock of its units = epochMs + ticks / 90. */
  started: (desire: StreamDesire, epochMs: number) => void;
  config: (streamId: string, config: StreamConfig) => void;
  unit: (streamId: string, unit: MediaUnit, cut: boolean) => void;
  status: (streamId: string, status: StreamStatus) => void;
  measure: (streamId: string, measure: StreamMeasure) => void;
  /** A stream is no longer wanted (or is about to start again with other settings: then `started` follows). */
  removed: (streamId: string, restarting: boolean) => void;
  /** A stream on demand that nobody demands: it is not connected. */
  resting: (desire: StreamDesire) => void;
}

const checkEveryMs = 100;
const measureEveryMs = 10_000;

interface Entry {
  desire: StreamDesire;
  ingest: StreamIngest;
}

/** Keeps the connections of all streams as the desired list says. */
export class Ingest {
  readonly #drivers: IngestDrivers;
  readonly #sink: IngestSink;
  readonly #entries = new Map<string, Entry>();
  readonly #demanded = new Set<string>();
  readonly #hearingMs = createHearingTime(checkEveryMs);
  #desires: readonly StreamDesire[] = [];
  #timers: NodeJS.Timeout[] = [];

  constructor(drivers: IngestDrivers, sink: IngestSink) {
    this.#drivers = drivers;
    this.#sink = sink;
  }

  start(): void {
    this.#timers = [setInterval(() => this.#check(), checkEveryMs), setInterval(() => this.#measure(), measureEveryMs)];
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.all(entries.map((entry) => entry.ingest.stop()));
  }

  /** Takes the full list of wanted streams and applies the difference. */
  async apply(desires: readonly StreamDesire[]): Promise<void> {
    this.#desires = desires;
    const wanted = new Map(desires.map((desire) => [desire.streamId, desire]));
    const stopping: Promise<void>[] = [];
    for (const [streamId, entry] of this.#entries) {
      const desire = wanted.get(streamId);
      if (desire !== undefined && sameConnection(desire, entry.desire) && !this.#isResting(desire)) continue;
      this.#entries.delete(streamId);
      this.#sink.removed(streamId, desire !== undefined);
      stopping.push(entry.ingest.stop());
    }
    // A camera may allow one connection only: the old ones must be gone before new ones begin.
    await Promise.all(stopping);
    // A later list may have come meanwhile.
    if (this.#desires !== desires) return;
    for (const desire of desires) {
      if (this.#isResting(desire)) this.#sink.resting(desire);
      else if (!this.#entries.has(desire.streamId)) this.#open(desire);
    }
  }

  /** Somebody wants this stream now, or nobody does any more; matters for streams on demand only. */
  async demand(streamId: string, isDemanded: boolean): Promise<void> {
    if (isDemanded) this.#demanded.add(streamId);
    else this.#demanded.delete(streamId);
    const desire = this.#desires.find((one) => one.streamId === streamId);
    if (desire?.isOnDemand !== true) return;
    const entry = this.#entries.get(streamId);
    if (isDemanded && entry === undefined) this.#open(desire);
    if (isDemanded || entry === undefined) return;
    this.#entries.delete(streamId);
    this.#sink.removed(streamId, true);
    this.#sink.resting(desire);
    await entry.ingest.stop();
  }

  #isResting({ streamId, isOnDemand }: StreamDesire): boolean {
    return isOnDemand === true && !this.#demanded.has(streamId);
  }

  snapshot(streamId: string): ReturnType<StreamIngest['snapshot']> {
    return this.#entries.get(streamId)?.ingest.snapshot() ?? { config: null, units: [] };
  }

  get size(): number {
    return this.#entries.size;
  }

  #open(desire: StreamDesire): void {
    const { streamId } = desire;
    const current = (action: () => void): void => {
      if (this.#entries.get(streamId)?.ingest === ingest) action();
    };
    const ingest = new StreamIngest(desire, this.#drivers, {
      config: (config) => current(() => this.#sink.config(streamId, config)),
      unit: (unit, cut) => current(() => this.#sink.unit(streamId, unit, cut)),
      status: (status) => current(() => this.#sink.status(streamId, status)),
    });
    this.#entries.set(streamId, { desire, ingest });
    this.#sink.started(desire, ingest.epochMs);
    ingest.start();
  }

  #check(): void {
    const nowMs = this.#hearingMs(performance.now());
    for (const entry of this.#entries.values()) entry.ingest.check(nowMs);
  }

  #measure(): void {
    for (const [streamId, entry] of this.#entries) {
      const measure = entry.ingest.measure();
      if (measure !== null) this.#sink.measure(streamId, measure);
    }
  }
}

function sameConnection(a: StreamDesire, b: StreamDesire): boolean {
  return (
    a.url === b.url &&
    a.username === b.username &&
    a.password === b.password &&
    a.transport === b.transport &&
    a.driver === b.driver
  );
}
