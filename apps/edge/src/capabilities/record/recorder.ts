import { totalmem } from 'node:os';
import { setImmediate as turn } from 'node:timers/promises';
import { fragmentEndMs } from '@sightline/media/fragment-index/find-fragment';
import type { FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import type { MediaUnit, SourceEndReason, StreamConfig } from '@sightline/media/units/access-unit';
import type { LaterDown } from '../ingest/ingest-messages.ts';
import type { Disk } from '../footage/disk.ts';
import type { GapLedger } from './gap-ledger.ts';
import { HeldBudget } from './held-budget.ts';
import { DiskAway, MarkedDisk } from './marked-disk.ts';
import type { DiskStatusMessage, DownCause, RecordMessage } from '../footage/record-messages.ts';
import { isLostBefore, repairSegmentFile, segmentsToRepair } from './repair-volume.ts';
import { keepingRoom } from './room-keeping-disk.ts';
import { segmentStart } from '../footage/segment-path.ts';
import type { Verdict } from './footage-selection.ts';
import type { RecordingTarget } from './recording-target.ts';
import { StreamRecorder } from './stream-recorder.ts';
import { nowUtcMs } from '../../platform/clock.ts';

export interface RecorderOptions {
  volume: string;
  disk: Disk;
  syncPolicy: 'fragment' | 'relaxed';
  openSegments: readonly string[] | null;
  /** Streams of which all files are looked at, whatever the store knows of them. */
  unreadStreams?: readonly string[] | undefined;
  emit: (message: RecordMessage) => void;
  /** Id that the disk bears: without it nothing is written and nothing counts as gone. Null: whatever lies there is used. */
  mark?: string | null;
  /** Gaps are told, and the disk is looked for, this often; 5 s unless a test says otherwise. */
  tickMs?: number;
}

export interface RecordedStream {
  streamId: string;
  target: RecordingTarget;
  accountedUntilUtcMs: number | null;
  /** Why nobody recorded since then; `edge_down` unless said. */
  downCause?: DownCause;
  /** From this moment on it was another cause. */
  laterDown?: LaterDown;
}

/** A stream that is not wanted any more, or not yet again, but has footage. */
export interface KeptStream {
  streamId: string;
  accountedUntilUtcMs: number | null;
}

/** Files looked at before recording goes on; a crash leaves one or two. The rest of a volume whose store was lost can wait. */
const urgentFiles = 20;
/** Footage that waits to be judged; less on a small machine. 64 cameras of 4 Mbit/s with half a minute each. */
const maxHeldBytes = 1024 ** 3;
const defaultTickMs = 5000;
/** Less than this is no clock that was wrong. */
const aheadMs = 60_000;
const slowClearMs = 5000;

/** Records all streams of a volume. */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #streams = new Map<string, StreamRecorder>();
  readonly #removing = new Map<string, Promise<void>>();
  /** Files that were begun and not completed, and their streams. */
  readonly #open = new Map<string, string>();
  /** What could not be looked at because the disk was away: files, and streams of which not even the files are known. */
  readonly #unseen = { paths: new Map<string, string>(), streams: new Map<string, KeptStream>() };
  /** Streams of which the store may not know all files. */
  readonly #unread: Set<string>;
  /** Streams whose older files are being looked at, and in which turn: a later one takes the place of an earlier one. */
  readonly #reading = new Map<string, symbol>();
  readonly #marked: MarkedDisk | null;
  readonly #files: Disk;
  /** The same for new footage, which leaves room for all else. */
  readonly #footage: Disk;
  readonly #held = new HeldBudget(Math.min(maxHeldBytes, totalmem() / 8));
  #disk: DiskStatusMessage['state'] = 'ok';
  #troubleMs = 0;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: RecorderOptions) {
    this.#options = options;
    const { disk, volume, mark = null, unreadStreams = [] } = options;
    this.#unread = new Set(unreadStreams);
    this.#marked = mark === null ? null : new MarkedDisk({ disk, volume, mark, onAway: () => this.#diskAway() });
    this.#files = this.#marked ?? disk;
    this.#footage = keepingRoom({ disk: this.#files, volume });
  }

  start(): void {
    this.#timer = setInterval(() => {
      for (const stream of this.#streams.values()) stream.tick();
      this.#lookForDisk().catch((error: unknown) => this.#diskState('disk_failed', String(error)));
    }, this.#options.tickMs ?? defaultTickMs);
  }

  /** Another disk was taken for the one that footage is written to. */
  expect(mark: string): void {
    this.#marked?.expect(mark);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    const streams = [...this.#streams.values()];
    this.#streams.clear();
    await Promise.all([...streams.map((stream) => stream.stop()), ...this.#removing.values()]);
  }

  /** A stream's source begins; makes its recorder the first time and repairs what an earlier process left. */
  add(stream: RecordedStream, epochMs: number): void {
    let recorder = this.#streams.get(stream.streamId);
    if (recorder === undefined) {
      const { volume, syncPolicy } = this.#options;
      recorder = new StreamRecorder({
        streamId: stream.streamId,
        volume,
        disk: this.#footage,
        syncPolicy,
        emit: (message) => this.#emit(message),
        held: this.#held,
        diskState: (state, detail) => this.#diskState(state, detail),
        prepare: (ledger) => this.#prepare(stream, ledger),
      });
      this.#streams.set(stream.streamId, recorder);
      // Recording waits for the last files alone: weeks of older ones are looked at beside it, from the beginning.
      this.#reading.delete(stream.streamId);
    }
    recorder.source(epochMs);
    recorder.setTarget(stream.target);
  }

  /** Completes what was left open of streams that nobody records now: else their last files would stay for ever. */
  repairKept(streams: readonly KeptStream[]): void {
    for (const { streamId, accountedUntilUtcMs } of streams) {
      if (this.#streams.has(streamId) || this.#removing.has(streamId)) continue;
      const repaired = this.#repairUnrecorded({ streamId, accountedUntilUtcMs });
      this.#removing.set(
        streamId,
        repaired.then(() => void this.#removing.delete(streamId)),
      );
    }
  }

  setTarget(streamId: string, target: RecordingTarget): void {
    this.#streams.get(streamId)?.setTarget(target);
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

  /** What was seen in the pictures of the camera that the stream is of. */
  assess(streamId: string, verdict: Verdict): void {
    this.#streams.get(streamId)?.assess(verdict);
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
    const { streamId, accountedUntilUtcMs, downCause = 'edge_down' } = stream;
    // Added again at once: the files of its predecessor must be closed before anyone repairs them.
    await this.#removing.get(streamId);
    const begin = (atUtcMs: number | null): void => void (atUtcMs !== null && ledger.begin(atUtcMs, downCause));
    if (await this.#files.isAway()) {
      begin(accountedUntilUtcMs);
      this.#unseen.streams.set(streamId, stream);
      if (!ledger.begun()) return;
      noteDown(ledger, stream);
      ledger.missing('footage_disk_away', nowUtcMs());
      return;
    }
    const { true: ahead = [], false: paths = [] } = Object.groupBy(this.#filesOf(stream), (path) =>
      String(isAhead(path)),
    );
    const urgent = paths.slice(-urgentFiles);
    const others = paths.slice(0, paths.length - urgent.length);
    // Of a store that does not know all files nobody can tell here why there are none between them: it knows, or nobody does.
    const isUnread =
      this.#unread.has(streamId) || (segmentStart(others.at(-1) ?? '') ?? 0) > (accountedUntilUtcMs ?? 0);
    if (!isUnread) begin(accountedUntilUtcMs);
    // Once the last are known nothing tells that others are missing before them.
    if (others.length > 0) this.#noteUnread(streamId);
    let knownUntilMs = accountedUntilUtcMs;
    for (const path of urgent) {
      const records = await this.#repair(path, streamId);
      const last = records.at(-1);
      if (last !== undefined) knownUntilMs = Math.max(knownUntilMs ?? 0, fragmentEndMs(last));
      if (isUnread) continue;
      for (const [index, record] of records.entries()) {
        const endMs = fragmentEndMs(record);
        if (accountedUntilUtcMs !== null && endMs <= accountedUntilUtcMs) continue;
        if (isLostBefore(records, index, path)) ledger.expectHole('footage_damaged');
        ledger.footage(record.wallMs, endMs);
      }
    }
    if (isUnread) begin(knownUntilMs);
    if (ledger.begun()) noteDown(ledger, stream);
    void this.#readAll(streamId, [...ahead, ...others.toReversed()]);
  }

  async #repairUnrecorded(stream: KeptStream): Promise<void> {
    if (await this.#files.isAway()) this.#unseen.streams.set(stream.streamId, stream);
    // Wanted meanwhile: whoever records it looks at its files.
    else if (!this.#streams.has(stream.streamId)) await this.#readAll(stream.streamId, this.#filesOf(stream));
  }

  #noteUnread(streamId: string): void {
    if (this.#unread.has(streamId)) return;
    this.#unread.add(streamId);
    this.#emit({ type: 'stream.unread', streamId });
  }

  /** What may be unfinished, or unknown to the store. */
  #filesOf({ streamId, accountedUntilUtcMs }: KeptStream): string[] {
    const { volume, openSegments } = this.#options;
    return segmentsToRepair({
      volume,
      streamId,
      openSegments: this.#unread.has(streamId) ? null : openSegments,
      accountedUntilUtcMs,
    });
  }

  /** Looks at the last of the files of a stream; says so once none is left that the store does not know. */
  async #readAll(streamId: string, paths: readonly string[]): Promise<void> {
    const own = Symbol(streamId);
    this.#reading.set(streamId, own);
    const isMine = (): boolean => this.#reading.get(streamId) === own;
    await this.#repairAll(streamId, paths, isMine);
    if (this.#stopped || !isMine()) return;
    this.#reading.delete(streamId);
    if ([...this.#unseen.paths.values()].includes(streamId) || !this.#unread.delete(streamId)) return;
    this.#emit({ type: 'stream.read', streamId });
  }

  async #repairAll(streamId: string, paths: readonly string[], isWanted = (): boolean => true): Promise<void> {
    for (const path of paths) {
      if (this.#stopped || !isWanted()) return;
      await this.#repair(path, streamId);
      // Whole files are read without waiting for anything: cameras must be heard in between.
      await turn();
    }
  }

  // One file that cannot be read must not keep the others, or the recording, from going on.
  async #repair(path: string, streamId: string): Promise<FragmentRecord[]> {
    const { volume, syncPolicy } = this.#options;
    try {
      return await repairSegmentFile(path, {
        volume,
        streamId,
        disk: this.#files,
        syncPolicy,
        emit: (message) => this.#emit(message),
      });
    } catch (error) {
      if (error instanceof DiskAway) {
        this.#unseen.paths.set(path, streamId);
        return [];
      }
      this.#diskState('disk_failed', `${path}: ${error instanceof Error ? error.message : 'cannot be repaired'}`);
      return [];
    }
  }

  #emit(message: RecordMessage): void {
    if (message.type === 'segment.opened') this.#open.set(message.path, message.streamId);
    if (message.type === 'segment.closed' || message.type === 'segment.removed') this.#open.delete(message.path);
    this.#options.emit(message);
  }

  async #lookForDisk(): Promise<void> {
    if (this.#stopped || !(await this.#files.isAway())) return;
    await this.#marked?.takeBack(() => this.#diskBack());
  }

  #diskAway(): void {
    this.#diskState('footage_disk_away', this.#options.volume);
    for (const stream of this.#streams.values()) stream.diskAway();
  }

  /** Nobody has written yet: what is found now is what was left open, and is completed beside what is recorded from now on. */
  #diskBack(): void {
    const left = new Map([...this.#unseen.paths, ...this.#open]);
    for (const stream of this.#unseen.streams.values())
      for (const path of this.#filesOf(stream)) left.set(path, stream.streamId);
    this.#unseen.paths.clear();
    this.#unseen.streams.clear();
    for (const [streamId, files] of Map.groupBy(left, ([, owner]) => owner)) {
      const repair = (): void =>
        void this.#repairAll(
          streamId,
          files.map(([path]) => path),
        );
      const stream = this.#streams.get(streamId);
      if (stream === undefined) void (this.#removing.get(streamId) ?? Promise.resolve()).then(repair);
      else stream.afterWrites(repair);
    }
    for (const stream of this.#streams.values()) stream.diskBack();
  }

  #diskState(state: DiskStatusMessage['state'], detail: string): void {
    // Not the wall clock, which may be set back while the disk is in trouble.
    const nowMs = performance.now();
    if (state !== 'ok') this.#troubleMs = nowMs;
    // One stream's success does not end the trouble of another that failed a moment ago.
    if (state === this.#disk || (state === 'ok' && nowMs - this.#troubleMs < slowClearMs)) return;
    this.#disk = state;
    this.#options.emit({ type: 'disk.status', state, detail, atUtcMs: nowUtcMs() });
  }
}

/** Written by a clock that was ahead: such a file says nothing of the time until then, and is none of the last. */
const isAhead = (path: string): boolean => (segmentStart(path) ?? 0) > nowUtcMs() + aheadMs;

/** Nobody recorded until now. */
function noteDown(ledger: GapLedger, { downCause = 'edge_down', laterDown }: RecordedStream): void {
  ledger.missing(downCause, laterDown?.fromUtcMs ?? nowUtcMs());
  if (laterDown !== undefined) ledger.missing(laterDown.cause, laterDown.fromUtcMs);
}
