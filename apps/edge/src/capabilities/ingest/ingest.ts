import type { MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import type { DesiredStream } from './ingest-messages.ts';
import { createHearingTime } from './silence.ts';
import { type IngestDrivers, StreamIngest, type StreamStatus } from './stream-ingest.ts';
import type { StreamMeasure } from './stream-meter.ts';

/** Where the units of all streams go. */
export interface IngestSink {
  /** A stream begins: wall clock of its units = epochMs + ticks / 90. */
  started: (desired: DesiredStream, epochMs: number) => void;
  config: (streamId: string, config: StreamConfig) => void;
  unit: (streamId: string, unit: MediaUnit, cut: boolean) => void;
  status: (streamId: string, status: StreamStatus) => void;
  measure: (streamId: string, measure: StreamMeasure) => void;
  /** A stream is no longer wanted (or is about to start again with other settings: then `started` follows). */
  removed: (streamId: string, restarting: boolean) => void;
  /** A stream on demand that nobody demands: it is not connected. */
  resting: (desired: DesiredStream) => void;
}

const checkEveryMs = 100;
const measureEveryMs = 10_000;

interface Entry {
  desired: DesiredStream;
  ingest: StreamIngest;
}

/** Keeps the connections of all streams as the desired list says. */
export class Ingest {
  readonly #drivers: IngestDrivers;
  readonly #sink: IngestSink;
  readonly #entries = new Map<string, Entry>();
  readonly #demanded = new Set<string>();
  readonly #hearingMs = createHearingTime(checkEveryMs);
  #desired: readonly DesiredStream[] = [];
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
  async apply(streams: readonly DesiredStream[]): Promise<void> {
    this.#desired = streams;
    const wanted = new Map(streams.map((desired) => [desired.streamId, desired]));
    const stopping: Promise<void>[] = [];
    for (const [streamId, entry] of this.#entries) {
      const desired = wanted.get(streamId);
      if (desired !== undefined && sameConnection(desired, entry.desired) && !this.#isResting(desired)) continue;
      this.#entries.delete(streamId);
      this.#sink.removed(streamId, desired !== undefined);
      stopping.push(entry.ingest.stop());
    }
    // A camera may allow one connection only: the old ones must be gone before new ones begin.
    await Promise.all(stopping);
    // A later list may have come meanwhile.
    if (this.#desired !== streams) return;
    for (const desired of streams) {
      if (this.#isResting(desired)) this.#sink.resting(desired);
      else if (!this.#entries.has(desired.streamId)) this.#open(desired);
    }
  }

  /** Somebody wants this stream now, or nobody does any more; matters for streams on demand only. */
  async demand(streamId: string, isDemanded: boolean): Promise<void> {
    if (isDemanded) this.#demanded.add(streamId);
    else this.#demanded.delete(streamId);
    const desired = this.#desired.find((one) => one.streamId === streamId);
    if (desired?.isOnDemand !== true) return;
    const entry = this.#entries.get(streamId);
    if (isDemanded && entry === undefined) this.#open(desired);
    if (isDemanded || entry === undefined) return;
    this.#entries.delete(streamId);
    this.#sink.removed(streamId, true);
    this.#sink.resting(desired);
    await entry.ingest.stop();
  }

  #isResting({ streamId, isOnDemand }: DesiredStream): boolean {
    return isOnDemand === true && !this.#demanded.has(streamId);
  }

  snapshot(streamId: string): ReturnType<StreamIngest['snapshot']> {
    return this.#entries.get(streamId)?.ingest.snapshot() ?? { config: null, units: [] };
  }

  get size(): number {
    return this.#entries.size;
  }

  #open(desired: DesiredStream): void {
    const { streamId } = desired;
    const current = (action: () => void): void => {
      if (this.#entries.get(streamId)?.ingest === ingest) action();
    };
    const ingest = new StreamIngest(desired, this.#drivers, {
      config: (config) => current(() => this.#sink.config(streamId, config)),
      unit: (unit, cut) => current(() => this.#sink.unit(streamId, unit, cut)),
      status: (status) => current(() => this.#sink.status(streamId, status)),
    });
    this.#entries.set(streamId, { desired, ingest });
    this.#sink.started(desired, ingest.epochMs);
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

function sameConnection(a: DesiredStream, b: DesiredStream): boolean {
  return (
    a.url === b.url &&
    a.username === b.username &&
    a.password === b.password &&
    a.transport === b.transport &&
    a.driver === b.driver
  );
}
