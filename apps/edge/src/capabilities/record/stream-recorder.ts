import type { ErrorCode } from '@sightline/contracts/shared/errors';
import {
  type AssembledFragment,
  createFragmentAssembler,
  type FragmentAssembler,
} from '@sightline/media/fmp4/fragment-assembler';
import { sameDecoderConfig } from '@sightline/media/nal/video-config';
import type { AccessUnit, MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import type { Disk } from '../footage/disk.ts';
import { createGapLedger, type GapLedger } from './gap-ledger.ts';
import {
  createFootageSelection,
  type FootageSelection,
  type Verdict,
  type SelectionStep,
} from './footage-selection.ts';
import type { DiskStatusMessage, GapCause, RecordMessage } from '../footage/record-messages.ts';
import { causeOfMode, isSelective, isWriting, type RecordingTarget, sameTarget } from './recording-target.ts';
import type { HeldBudget } from './held-budget.ts';
import { DiskAway } from './marked-disk.ts';
import { SegmentWriter } from './segment-writer.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';
import { nowUtcMs } from '../../platform/clock.ts';

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
  /** Memory in which footage waits to be judged, of all streams. */
  held: HeldBudget;
  /** Back-pressure bound; 8 MB unless a test says otherwise. */
  maxPendingBytes?: number;
}

const defaultSegmentMs = 60_000;
const fragmentTicks = 90_000;
const defaultMaxPendingBytes = 8 * 1024 * 1024;
const retryMs = 2000;
const cutToldEveryMs = 60_000;

interface Current {
  writer: SegmentWriter;
  assembler: FragmentAssembler;
  startDts: number;
  lastDts: number;
  opened: boolean;
  hasAudio: boolean;
  /** Set by a failed write: what follows of this segment is skipped. */
  failed: boolean;
}

/** Records one stream: fragments to disk in order, back-pressure, and an account of every moment without footage. */
export class StreamRecorder {
  readonly #options: StreamRecorderOptions;
  readonly #ledger: GapLedger;
  readonly #queue: WriteQueue;
  #target: RecordingTarget | null = null;
  /** Decides what is written while only some footage is wanted. */
  #selection: FootageSelection | null = null;
  #blindCause: ErrorCode | null = null;
  /** A keyframe begins a new file whatever its age. */
  #rotatesNext = false;
  /** What waited and is written now comes all at once: it may wait for the disk beside the rest. */
  #burstBytes = 0;
  #cause: GapCause = 'starting';
  #epochMs = 0;
  #config: StreamConfig | null = null;
  #current: Current | null = null;
  /** Not by the wall clock: set back by an hour it would keep the recorder waiting for one. */
  #retryAtMs = 0;
  #overloaded = false;
  #isDiskAway = false;
  /** Nothing is written because nothing of it is wanted just now. */
  #quietCause: GapCause | null = null;
  #cutToldAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: StreamRecorderOptions) {
    this.#options = options;
    this.#ledger = createGapLedger(options.streamId, options.emit);
    this.#queue = createWriteQueue((error) => this.#options.diskState('disk_failed', messageOf(error)));
    this.#queue.add(() => options.prepare(this.#ledger), 0);
  }

  /** A new source: wall clock of its units = epochMs + ticks / 90. */
  source(epochMs: number): void {
    this.#settle();
    this.#finish(null);
    this.#epochMs = epochMs;
    this.#config = null;
  }

  config(config: StreamConfig): void {
    if (this.#config !== null && !sameDecoderConfig(this.#config, config)) {
      this.#settle();
      this.#finish(null);
    }
    this.#config = config;
  }

  unit(unit: MediaUnit, cut: boolean): void {
    if (!isWriting(this.#target)) return;
    if (this.#selection === null) this.#take(unit, cut);
    else
      this.#follow(
        this.#selection.unit({
          unit,
          cut,
          wallMs: this.#epochMs + (unit.kind === 'video' ? unit.dts90k : unit.pts90k) / 90,
        }),
      );
  }

  /** What was seen in the pictures of this camera. */
  assess(verdict: Verdict): void {
    if (this.#selection !== null) this.#follow(this.#selection.assess(verdict));
  }

  /** The source gives nothing, for this reason. */
  lost(cause: GapCause): void {
    this.#cause = cause;
    this.#quietCause = null;
    this.#settle();
    this.#finish(null);
    if (isWriting(this.#target)) this.#note((nowMs) => this.#ledger.missing(cause, nowMs));
  }

  /** The source is back; footage follows. */
  found(): void {
    this.#cause = 'starting';
  }

  setTarget(target: RecordingTarget): void {
    const before = this.#target;
    if (before !== null && sameTarget(before, target)) return;
    const changesSound = before !== null && before.recordsAudio !== target.recordsAudio;
    if (before !== null && sameTarget({ ...before, recordsAudio: target.recordsAudio }, target)) {
      this.#target = target;
      this.#rotatesNext ||= changesSound;
      return;
    }
    // From some to all: what waits was wanted a moment later.
    this.#settle(target.mode === 'on');
    this.#target = target;
    this.#quietCause = null;
    this.#rotatesNext ||= changesSound;
    if (!isWriting(target)) this.#finish(null);
    const goesOn = this.#current !== null;
    this.#selection = isSelective(target)
      ? createFootageSelection({ ...target, isWriting: goesOn, budget: this.#options.held })
      : null;
    this.#notifySelection();
    // What is being written goes on.
    if (goesOn) return;
    const since = this.#cause;
    this.#note((nowMs) => {
      const cause = causeOfMode(target.mode) ?? (this.#isDiskAway ? 'footage_disk_away' : since);
      if (target.mode !== 'off' && target.mode !== 'not_stored') this.#ledger.begin(nowMs, cause);
      this.#ledger.missing(cause, nowMs);
    });
  }

  /** Every 5 s. */
  tick(): void {
    // What waits in memory is neither footage nor missing yet.
    const untilMs = this.#selection === null ? Number.POSITIVE_INFINITY : (this.#selection.heldFromMs() ?? nowUtcMs());
    this.#note((nowMs) => this.#ledger.tick(Math.min(nowMs, untilMs)));
  }

  /** The disk went, with whatever is open on it. */
  diskAway(): void {
    this.#isDiskAway = true;
    if (this.#current !== null) {
      this.#current.failed = true;
      this.#abandon();
    }
    if (isWriting(this.#target)) this.#note((nowMs) => this.#ledger.missing('footage_disk_away', nowMs));
  }

  /** What is missing from now on is missing for another reason. */
  diskBack(): void {
    this.#isDiskAway = false;
    this.#retryAtMs = 0;
    const cause = this.#quietCause ?? this.#cause;
    if (isWriting(this.#target)) this.#note((nowMs) => this.#ledger.missing(cause, nowMs));
  }

  /** Runs it once everything that was to be written and closed before is. */
  afterWrites(action: () => void): void {
    this.#note(action);
  }

  pendingBytes(): number {
    return this.#queue.pendingBytes();
  }

  /** Writes and closes what is there. */
  async stop(): Promise<void> {
    this.#settle();
    this.#finish(null);
    this.#target = null;
    this.#selection = null;
    this.#note((nowMs) => this.#ledger.end(nowMs));
    await this.#queue.drained();
  }

  #note(action: (nowMs: number) => void): void {
    this.#queue.add(async () => action(nowUtcMs()), 0);
  }

  #follow(steps: readonly SelectionStep[]): void {
    if (steps.length > 1)
      this.#burstBytes += steps.reduce((sum, step) => sum + (step.kind === 'write' ? step.unit.data.length : 0), 0);
    for (const step of steps) {
      if (step.kind === 'write') this.#take(step.unit, step.cut);
      else this.#leaveOut(step.fromMs);
    }
    this.#notifySelection();
  }

  #settle(all = false): void {
    if (this.#selection !== null) this.#follow(this.#selection.settle(all));
  }

  /** Nothing of it was wanted: not a gap of the camera, but accounted for like one. */
  #leaveOut(fromMs: number): void {
    this.#finish(null);
    this.#quietCause = this.#target?.mode === 'objects' ? 'recording_no_objects' : 'recording_no_motion';
    const cause = this.#isDiskAway ? 'footage_disk_away' : this.#quietCause;
    this.#note((nowMs) => this.#ledger.missing(cause, Math.min(nowMs, fromMs)));
  }

  #notifySelection(): void {
    this.#notifyCut();
    const cause = this.#selection?.blindCause() ?? null;
    if (cause === this.#blindCause) return;
    this.#blindCause = cause;
    const { streamId, emit } = this.#options;
    emit({ type: 'record.selection', streamId, cause, atUtcMs: nowUtcMs() });
  }

  #notifyCut(): void {
    const leftMs = this.#selection?.takeCut() ?? null;
    if (leftMs === null || performance.now() - this.#cutToldAtMs < cutToldEveryMs) return;
    this.#cutToldAtMs = performance.now();
    const { streamId, emit } = this.#options;
    emit({
      type: 'record.preRollCut',
      streamId,
      wantedMs: this.#target?.preRollMs ?? 0,
      leftMs: Math.round(leftMs),
      atUtcMs: nowUtcMs(),
    });
  }

  #take(unit: MediaUnit, cut: boolean): void {
    if (unit.kind === 'video') this.#video(unit, cut);
    else if (this.#current?.hasAudio === true && this.#target?.recordsAudio === true)
      this.#current.assembler.audio(unit);
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
    const most = this.#options.maxPendingBytes ?? defaultMaxPendingBytes;
    const pending = this.#queue.pendingBytes();
    if (pending < most / 2) this.#burstBytes = 0;
    if (pending > most + this.#burstBytes) this.#overload();
  }

  #rotate(unit: AccessUnit, cut: boolean): void {
    const current = this.#current!;
    const old = unit.dts90k - current.startDts >= (this.#options.segmentMs ?? defaultSegmentMs) * 90;
    if (!cut && !old && !this.#rotatesNext) return;
    // What follows after a cut may stand anywhere on the time line.
    this.#finish(cut ? null : unit.dts90k);
    if (cut) this.#note(() => this.#ledger.expectHole('clock_jump'));
  }

  #begin(unit: AccessUnit): boolean {
    const config = this.#storedConfig();
    if (config === null || performance.now() < this.#retryAtMs) return false;
    if (this.#overloaded && this.#queue.pendingBytes() > (this.#options.maxPendingBytes ?? defaultMaxPendingBytes) / 2)
      return false;
    this.#overloaded = false;
    this.#quietCause = null;
    this.#rotatesNext = false;
    const { streamId, volume, disk, syncPolicy, emit } = this.#options;
    this.#current = {
      writer: new SegmentWriter({ streamId, volume, disk, syncPolicy, emit, config }),
      assembler: createFragmentAssembler({ config, epochMs: this.#epochMs, maxDuration: fragmentTicks }),
      startDts: unit.dts90k,
      lastDts: unit.dts90k - 1,
      opened: false,
      failed: false,
      hasAudio: config.audio !== null,
    };
    return true;
  }

  #storedConfig(): StreamConfig | null {
    return this.#config === null || this.#target?.recordsAudio !== false
      ? this.#config
      : { ...this.#config, audio: null };
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
    const state = stateOf(error);
    current.failed = true;
    this.#retryAtMs = performance.now() + retryMs;
    this.#options.diskState(state, messageOf(error));
    this.#ledger.missing(state, nowUtcMs());
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

function stateOf(error: unknown): 'disk_full' | 'disk_failed' | 'footage_disk_away' {
  if (error instanceof DiskAway) return 'footage_disk_away';
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'disk_full' : 'disk_failed';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown disk error';
}
