import type { MediaUnit, SourceEndReason, StreamConfig } from '@sightline/media/units/access-unit';
import type { Disk } from './disk.ts';
import type { GapLedger } from './gap-ledger.ts';
import type { DiskStatusMessage, RecordMessage } from './record-messages.ts';
import { repairSegmentFile, segmentsToRepair } from './repair-volume.ts';
import { type RecordingMode, StreamRecorder } from './stream-recorder.ts';

export interface RecorderOptions {
  volume: string;
  disk: Disk;
  syncPolicy: 'fragment' | 'relaxed';
  openSegments: readonly string[] | null;
  emit: (message: RecordMessage) => void;
}

export interface RecordedStream {
  streamId: string;
  mode: RecordingMode;
  accountedUntilUtcMs: number | null;
}

const TICK_MS = 5000;
const SLOW_CLEAR_MS = 5000;

/** Records all streams of a volume. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #streams = new Map<string, StreamRecorder>();
  readonly #removing = new Map<string, Promise<void>>();
  #disk: DiskStatusMessage['state'] = 'ok';
  #troubleMs = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      for (const stream of this.#streams.values()) stream.tick();
    }, TICK_MS);
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    await Promise.all([...streams.map((stream) => stream.stop()), ...this.#removing.values()]);
  }

  /** A stream's source begins; makes its recorder the first time and repairs what an earlier process left. */
  add(stream: RecordedStream, epochMs: number): void {
    let recorder = this.#streams.get(stream.streamId);
    if (recorder === undefined) {
      const { volume, disk, syncPolicy, emit } = this.#options;
      recorder = new StreamRecorder({
        streamId: stream.streamId,
        volume,
        disk,
        syncPolicy,
        emit,
        diskState: (state, detail) => this.#diskState(state, detail),
        prepare: (ledger) => this.#prepare(stream, ledger),
      });
      this.#streams.set(stream.streamId, recorder);
    }
    recorder.source(epochMs);
    recorder.setMode(stream.mode);
  }

  setMode(streamId: string, mode: RecordingMode): void {
    this.#streams.get(streamId)?.setMode(mode);
  }

  /** The stream is no longer configured. */
  remove(streamId: string): void {
    const stream = this.#streams.get(streamId);
    if (stream === undefined) return;
    this.#streams.delete(streamId);
    this.#removing.set(
      streamId,
      stream.stop().then(() => void this.#removing.delete(streamId)),
    );
  }

  config(streamId: string, config: StreamConfig): void {
    this.#streams.get(streamId)?.config(config);
  }

  unit(streamId: string, unit: MediaUnit, cut: boolean): void {
    this.#streams.get(streamId)?.unit(unit, cut);
  }

  /** null = online. */
  source(streamId: string, reason: SourceEndReason | null): void {
    const stream = this.#streams.get(streamId);
    if (reason === null || reason === 'stopped') stream?.found();
    else stream?.lost(reason);
  }

  /** The source starts again with other settings. */
  restarting(streamId: string): void {
    this.#streams.get(streamId)?.lost('starting');
  }

  async #prepare(stream: RecordedStream, ledger: GapLedger): Promise<void> {
    const { volume, disk, syncPolicy, openSegments, emit } = this.#options;
    const { streamId, accountedUntilUtcMs } = stream;
    // Added again at once: the files of its predecessor must be closed before anyone repairs them.
    await this.#removing.get(streamId);
    if (accountedUntilUtcMs !== null) ledger.begin(accountedUntilUtcMs, 'edge_down');
    for (const path of segmentsToRepair({ volume, streamId, openSegments, accountedUntilUtcMs })) {
      const records = await repairSegmentFile(path, { volume, streamId, disk, syncPolicy, emit });
      for (const record of records) {
        const endMs = record.wallMs + record.duration / 90;
        if (accountedUntilUtcMs === null || endMs > accountedUntilUtcMs) ledger.footage(record.wallMs, endMs);
      }
    }
    if (ledger.begun()) ledger.missing('edge_down', Date.now());
  }

  #diskState(state: DiskStatusMessage['state'], detail: string): void {
    const nowMs = Date.now();
    if (state !== 'ok') this.#troubleMs = nowMs;
    // One stream's success does not end the trouble of another that failed a moment ago.
    if (state === this.#disk || (state === 'ok' && nowMs - this.#troubleMs < SLOW_CLEAR_MS)) return;
    this.#disk = state;
    this.#options.emit({ type: 'disk.status', state, detail, atUtcMs: nowMs });
  }
}
