import { type AssembledFragment, createFragmentAssembler, type FragmentAssembler } from '@sightline/media/fmp4/fragment-assembler';
import { sameDecoderConfig } from '@sightline/media/nal/video-config';
import type { AccessUnit, MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import type { Disk } from './disk.ts';
import { createGapLedger, type GapLedger } from './gap-ledger.ts';
import type { DiskStatusMessage, GapCause, RecordMessage } from './record-messages.ts';
import { SegmentWriter } from './segment-writer.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

export interface StreamRecorderOptions {
  streamId: string;
  volume: string;
  disk: Disk;
  syncPolicy: 'fragment' | 'relaxed';
  emit: (message: RecordMessage) => void;
  diskState: (state: DiskStatusMessage['state'], detail: string) => void;
  /** Work that must be done before the first write (repair); answers where accounting begins, null = at the first "on". */
  prepare: (ledger: GapLedger) => Promise<void>;
  /** Segments close at the first keyframe after this; 60 s unless a test says otherwise. */
  segmentMs?: number;
  /** Back-pressure bound; 8 MB unless a test says otherwise. */
  maxPendingBytes?: number;
}

const SEGMENT_MS = 60_000;
const FRAGMENT_TICKS = 90_000;
const MAX_PENDING_BYTES = 8 * 1024 * 1024;
const RETRY_MS = 2000;

interface Current {
  writer: SegmentWriter;
  assembler: FragmentAssembler;
  startDts: number;
  lastDts: number;
  opened: boolean;
  /** Set by a failed write: what follows of this segment is skipped. */
  failed: boolean;
}

export type RecordingMode = 'on' | 'off' | 'not_scheduled';

/** Records one stream: fragments to disk in order, back-pressure, and an account of every moment without footage. */
export class StreamRecorder {
  readonly #options: StreamRecorderOptions;
  readonly #ledger: GapLedger;
  readonly #queue: WriteQueue;
  #mode: RecordingMode | null = null;
  #cause: GapCause = 'starting';
  #epochMs = 0;
  #config: StreamConfig | null = null;
  #current: Current | null = null;
  /** Not by the wall clock: set back by an hour it would keep the recorder waiting for one. */
  #retryAtMs = 0;
  #overloaded = false;

  constructor(options: StreamRecorderOptions) {
    this.#options = options;
    this.#ledger = createGapLedger(options.streamId, options.emit);
    this.#queue = createWriteQueue((error) => this.#options.diskState('disk_failed', messageOf(error)));
    this.#queue.add(() => options.prepare(this.#ledger), 0);
  }

  /** A new source: wall clock of its units = epochMs + ticks / 90. */
  source(epochMs: number): void {
    this.#finish(null);
    this.#epochMs = epochMs;
    this.#config = null;
  }

  config(config: StreamConfig): void {
    if (this.#config !== null && this.#current !== null && !sameDecoderConfig(this.#config, config)) this.#finish(null);
    this.#config = config;
  }

  unit(unit: MediaUnit, cut: boolean): void {
    if (this.#mode !== 'on') return;
    if (unit.kind === 'audio') this.#current?.assembler.audio(unit);
    else this.#video(unit, cut);
  }

  /** The source gives nothing, for this reason. */
  lost(cause: GapCause): void {
    this.#cause = cause;
    this.#finish(null);
    if (this.#mode === 'on') this.#note((nowMs) => this.#ledger.missing(cause, nowMs));
  }

  /** The source is back; footage follows. */
  found(): void {
    this.#cause = 'starting';
  }

  setMode(mode: RecordingMode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    if (mode !== 'on') this.#finish(null);
    const cause = mode === 'on' ? this.#cause : mode === 'off' ? 'recording_off' : 'not_scheduled';
    this.#note((nowMs) => {
      if (mode !== 'off') this.#ledger.begin(nowMs, cause);
      this.#ledger.missing(cause, nowMs);
    });
  }

  /** Every 5 s. */
  tick(): void {
    this.#note((nowMs) => this.#ledger.tick(nowMs));
  }

  pendingBytes(): number {
    return this.#queue.pendingBytes();
  }

  /** Writes and closes what is there. */
  async stop(): Promise<void> {
    this.#finish(null);
    this.#mode = null;
    this.#note((nowMs) => this.#ledger.end(nowMs));
    await this.#queue.drained();
  }

  #note(action: (nowMs: number) => void): void {
    this.#queue.add(async () => action(Date.now()), 0);
  }

  #video(unit: AccessUnit, cut: boolean): void {
    if (this.#current?.failed === true) this.#abandon();
    if (unit.key && this.#current !== null) this.#rotate(unit, cut);
    // Backwards without a new segment cannot be stored; ingest promises a keyframe with `cut` soon.
    else if (this.#current !== null && unit.dts90k <= this.#current.lastDts) return;
    if (this.#current === null && (!unit.key || !this.#begin(unit))) return;
    const current = this.#current!;
    current.lastDts = unit.dts90k;
    this.#write(current, current.assembler.video(unit));
    if (this.#queue.pendingBytes() > (this.#options.maxPendingBytes ?? MAX_PENDING_BYTES)) this.#overload();
  }

  #rotate(unit: AccessUnit, cut: boolean): void {
    const current = this.#current!;
    const old = unit.dts90k - current.startDts >= (this.#options.segmentMs ?? SEGMENT_MS) * 90;
    if (!cut && !old) return;
    // What follows after a cut may stand anywhere on the time line.
    this.#finish(cut ? null : unit.dts90k);
    if (cut) this.#note(() => this.#ledger.expectHole('clock_jump'));
  }

  #begin(unit: AccessUnit): boolean {
    const config = this.#config;
    if (config === null || performance.now() < this.#retryAtMs) return false;
    if (this.#overloaded && this.#queue.pendingBytes() > (this.#options.maxPendingBytes ?? MAX_PENDING_BYTES) / 2) return false;
    this.#overloaded = false;
    const { streamId, volume, disk, syncPolicy, emit } = this.#options;
    this.#current = {
      writer: new SegmentWriter({ streamId, volume, disk, syncPolicy, emit, config }),
      assembler: createFragmentAssembler({ config, epochMs: this.#epochMs, maxDuration: FRAGMENT_TICKS }),
      startDts: unit.dts90k,
      lastDts: unit.dts90k - 1,
      opened: false,
      failed: false,
    };
    return true;
  }

  #write(current: Current, fragments: AssembledFragment[]): void {
    for (const fragment of fragments) this.#queue.add(() => this.#store(current, fragment), fragment.record.bytes);
  }

  async #store(current: Current, fragment: AssembledFragment): Promise<void> {
    if (current.failed) return;
    const { record } = fragment;
    try {
      if (!current.opened) await current.writer.open(record.wallMs);
      current.opened = true;
      await current.writer.append(fragment, performance.now());
      this.#ledger.footage(record.wallMs, record.wallMs + record.duration / 90);
      if (!this.#overloaded) this.#options.diskState('ok', '');
    } catch (error) {
      this.#failed(current, error);
    }
  }

  #failed(current: Current, error: unknown): void {
    const code = (error as NodeJS.ErrnoException).code;
    const state = code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'disk_failed';
    current.failed = true;
    this.#retryAtMs = performance.now() + RETRY_MS;
    this.#options.diskState(state, messageOf(error));
    this.#ledger.missing(state, Date.now());
  }

  // The disk does not keep up: what waits is still written, what comes is lost up to a keyframe when half of it is gone.
  #overload(): void {
    this.#overloaded = true;
    this.#options.diskState('disk_slow', `${this.#queue.pendingBytes()} bytes wait`);
    const current = this.#current!;
    this.#current = null;
    this.#closeLater(current);
    this.#note((nowMs) => this.#ledger.missing('disk_slow', nowMs));
  }

  #abandon(): void {
    const current = this.#current!;
    this.#current = null;
    this.#closeLater(current);
  }

  #finish(nextDts90k: number | null): void {
    const current = this.#current;
    if (current === null) return;
    this.#current = null;
    this.#write(current, current.assembler.finish(nextDts90k));
    this.#closeLater(current);
  }

  #closeLater(current: Current): void {
    this.#queue.add(async () => {
      try {
        await current.writer.close();
      } catch (error) {
        this.#failed(current, error);
      }
    }, 0);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown disk error';
}
