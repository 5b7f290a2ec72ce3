import { existsSync, readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { moveMotion } from '../motion/move-motion.ts';
import { type Disk, nodeDisk } from '../footage/disk.ts';
import { forgetOldIndex, freeSegmentPath, moveSegment } from '../footage/move-segment.ts';
import { nowUtcMs } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ClockCopy } from '../../platform/store/clock-copy.ts';
import { ClockSpans, type MachineRun, type WrongSpan } from '../../platform/store/clock-spans.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { type MovingFile, movingFile, noteMoving } from './moving-file.ts';
import {
  misfiledSegments,
  moveEventSpans,
  moveGaps,
  moveRecords,
  nameBefore,
  noteMoved,
  rightTimes,
  unfoundFiles,
} from './refile-rows.ts';

export interface FootageRefilingDeps {
  stores: EdgeStores;
  volume: string;
  /** Whether the disk of the volume is mounted. */
  isHere: () => Promise<boolean>;
  log: Log;
  disk?: Disk;
  /** Looks whether somebody set the clock since it was last looked at; `jumped` or `steady` is called before it returns. */
  checkClock?: () => void;
  /** What was written before the clock was put right is told for so long after it; longer than the recorder waits between two looks. */
  settleMs?: number;
  /** What could not be moved is tried again after this, then ever later. */
  retryMs?: number;
  /** Which run of the machine this is; another one in tests. */
  machineRun?: () => MachineRun;
  /** Where uncertain times are written down beside the footage. */
  copy?: Pick<ClockCopy, 'note' | 'forget'>;
  /** Called before each file is moved, with the step that follows, for tests. */
  onStep?: (step: string) => void;
}

const usualSettleMs = 15_000;
const usualRetryMs = 2_000;
const maxRetryMs = 300_000;
/** One file that its disk does not give must not keep all others at wrong times: so often it is tried. */
const maxTries = 5;
/** What a disk says that neither gives nor takes a part of itself. */
const brokenCodes: readonly unknown[] = ['EIO', 'EUCLEAN', undefined];
/** A clock that was set is seen within this. */
const seenWithinMs = 2_000;
/** Less is no wrong clock. */
const minMs = 60_000;

/**
 * Puts what was filed by a wrong clock where it belongs, once it is known how wrong the clock was: files, gaps, motion, times of events and
 * what waits for the server. Until then nothing is sent. Whatever ends this process, the next one goes on where it stopped.
 */
export class FootageRefiling {
  readonly #deps: FootageRefilingDeps;
  readonly #spans: ClockSpans;
  #work: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #isSettling = false;
  readonly #firstRetryMs: number;
  #retryMs: number;
  #tries = { path: '', count: 0 };
  #isStopped = false;
  /** Last record that was written down before a look at the clock which saw that nobody had set it. */
  #steadySequence: number;
  /** What could not be written down of how wrong the clock was. */
  #owed: { untilUtcMs: number; byMs: number } | null = null;
  /** Hear how times of now were wrong: of what is remembered nowhere but in memory. */
  readonly #corrects: ((right: (utcMs: number) => number) => void)[] = [];

  constructor(deps: FootageRefilingDeps) {
    this.#deps = deps;
    this.#firstRetryMs = this.#retryMs = deps.retryMs ?? usualRetryMs;
    this.#spans = new ClockSpans(deps.stores.store);
    if (deps.copy) this.#spans.copyTo(deps.copy);
    this.#steadySequence = deps.stores.outbox.lastSequence();
  }

  /** Who hears from now on how times of now were wrong, and puts right what is remembered nowhere but in memory. */
  hearCorrections(correct: (right: (utcMs: number) => number) => void): void {
    this.#corrects.push(correct);
  }

  /** What waits for the server may bear wrong times. Asked before anything is sent: a clock that was set a moment ago is seen first. */
  isHeld(): boolean {
    this.#deps.checkClock?.();
    return this.#isSettling || this.#spans.present() !== null;
  }

  /** Ends a move that was cut short, and goes on with the others soon. From now on nobody knows whether the clock is right. */
  async start(): Promise<void> {
    this.#spans.settle();
    await this.#endMove().catch((error: unknown) => this.#failed(error));
    this.#begin();
    if (this.#spans.wrong().length > 0) this.#later(0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#work;
  }

  /** Nobody set the clock since it was last looked at. */
  steady(): void {
    this.#keep(() => {
      this.#steadySequence = this.#deps.stores.outbox.lastSequence();
    });
  }

  /** The clock was set by so much, by somebody, this moment. */
  jumped(byMs: number): void {
    this.#keep(() => {
      this.#spans.jumped(Math.round(nowUtcMs() - byMs), Math.round(byMs));
      this.#begin();
      const now = Math.round(nowUtcMs());
      this.#spans.includeOpen(now, seenWithinMs);
      this.#spans.includeRecords(this.#steadySequence, now, seenWithinMs);
    });
  }

  /** The server says that the clock is right. */
  confirmed(): void {
    if (this.#owed !== null) this.#resolve(this.#owed);
    else if (this.#spans.present() !== null) this.#resolve({ untilUtcMs: Math.round(nowUtcMs()), byMs: 0 });
  }

  /** The clock is put right by so much, now: called before it is, and before anything of it is remembered. */
  corrected(byMs: number): void {
    this.#isSettling = Math.abs(byMs) >= minMs;
    this.#resolve({ untilUtcMs: Math.round(nowUtcMs()), byMs: Math.round(byMs) });
    if (this.#isSettling) this.#later(this.#deps.settleMs ?? usualSettleMs);
  }

  #resolve(known: { untilUtcMs: number; byMs: number }): void {
    this.#owed = known;
    this.#keep(() => {
      const { stores, log } = this.#deps;
      const wrong = stores.store.transaction(() => {
        const spans = this.#spans.resolve(known.untilUtcMs, known.byMs, minMs);
        for (const span of spans) moveRecords(stores, span, 'before');
        return spans;
      })();
      this.#owed = null;
      for (const span of wrong) {
        log.warn(span, 'what was written by a wrong clock is filed anew');
        for (const correct of this.#corrects) correct((utcMs) => rightTimes(span)(utcMs) as number);
      }
      if (wrong.length > 0 && !this.#isSettling) this.#later(0);
    });
  }

  #begin(): void {
    this.#keep(() => {
      const { stores, log, machineRun = runOfThisMachine } = this.#deps;
      stores.store.transaction(() => {
        const now = Math.round(nowUtcMs());
        const lost = this.#spans.begin(now, machineRun());
        if (lost === null) return;
        const [from, until] = [lost.fromUtcMs, lost.untilUtcMs].map((utcMs) => new Date(utcMs).toISOString());
        const detail = `${from ?? ''} – ${until ?? ''}`;
        stores.outbox.append(now, { kind: 'coreNotice', code: 'footage_time_uncertain', detail });
        log.error(lost, 'this machine restarted before its server said how wrong its clock was');
      })();
    });
  }

  /** A store that takes nothing must not keep the clock from being put right. */
  #keep(job: () => void): void {
    try {
      job();
    } catch (error) {
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#deps.log.error({ detail: String(error) }, 'what a wrong clock filed could not be filed anew yet');
  }

  #later(ms: number): void {
    if (this.#isStopped) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#work = this.#work
        .then(() => this.#refile())
        .catch((error: unknown) => {
          this.#failed(error);
          this.#later(this.#retryMs);
          this.#retryMs = Math.min(maxRetryMs, this.#retryMs * 2);
        });
    }, ms);
  }

  async #refile(): Promise<void> {
    const { stores } = this.#deps;
    for (const span of this.#spans.wrong()) moveRecords(stores, span, 'late');
    this.#spans.settle();
    this.#isSettling = false;
    for (const span of this.#spans.wrong()) {
      if (this.#isStopped) return;
      if (!(await this.#refileSpan(span))) return this.#later(this.#firstRetryMs);
    }
  }

  /** Answers false while something of it cannot be moved yet. */
  async #refileSpan(span: WrongSpan): Promise<boolean> {
    const { stores, volume, isHere, log } = this.#deps;
    if (!(await isHere()) || !(await this.#endMove())) return false;
    const files = misfiledSegments(stores, span);
    for (const file of files) {
      if (this.#isStopped) return false;
      if (file.endUtcMs === null) continue;
      const to = freeSegmentPath(volume, { ...file, byMs: span.byMs });
      noteMoving(stores.meta, { id: file.id, path: file.path, to, number: span.number });
      if (!(await this.#endMove())) return false;
    }
    if (files.some(({ endUtcMs }) => endUtcMs === null)) return false;
    if (unfoundFiles(stores, span).some((path) => existsSync(join(volume, path)))) return false;
    const now = Math.round(nowUtcMs());
    moveGaps(stores, span, now);
    nameBefore(stores, span, now);
    moveEventSpans(stores, span);
    for (const cameraId of new Set(stores.cameras.streams().map((stream) => stream.cameraId)))
      await moveMotion(volume, { cameraId, ...span }, span.byMs < 0);
    this.#spans.finish(span.number);
    log.info({ files: files.length, byMs: span.byMs }, 'what was written by a wrong clock is where it belongs');
    return true;
  }

  /** Moves the file of which it is written down where it goes. Answers false when its disk is away: nothing is known of it then. */
  async #endMove(): Promise<boolean> {
    const { stores, volume, isHere, disk = nodeDisk, onStep } = this.#deps;
    const moving = movingFile(stores.meta);
    if (moving === null) return true;
    if (!(await isHere())) return false;
    const span = this.#spans.wrong().find(({ number }) => number === moving.number);
    const segment = span && misfiledSegments(stores, span).find(({ id }) => id === moving.id);
    if (span !== undefined && segment !== undefined) {
      onStep?.('intended');
      const isThere = await moveSegment({ volume, disk }, { ...segment, byMs: span.byMs }, moving.to).catch(
        (error: unknown) => this.#giveUp(moving, error),
      );
      onStep?.('moved');
      // A disk that went took it with it.
      if (!isThere && !(await isHere())) return false;
      // One that is gone keeps its name: whoever deleted or misses it looks for that, and says so of the time when it was.
      const path = isThere ? moving.to : segment.path;
      noteMoved(stores, span, { segment, path, nowUtcMs: Math.round(nowUtcMs()) });
      onStep?.('noted');
    }
    await forgetOldIndex({ volume, disk }, moving);
    noteMoving(stores.meta, null);
    this.#retryMs = this.#firstRetryMs;
    return true;
  }

  /** Answers whether the file has its new name, once it was tried often enough in vain; fails with what kept it from being moved until then. */
  #giveUp({ path, to }: MovingFile, error: unknown): boolean {
    this.#tries = { path, count: this.#tries.path === path ? this.#tries.count + 1 : 1 };
    if (!brokenCodes.includes((error as NodeJS.ErrnoException).code) || this.#tries.count < maxTries) throw error;
    const { log, volume } = this.#deps;
    log.error({ path, detail: String(error) }, 'a damaged file of a wrong clock keeps its name; its time is put right');
    return existsSync(join(volume, to));
  }
}

/** Which run of this machine it is; where that is not told, every process counts as one of its own. */
function runOfThisMachine(): MachineRun {
  const upSinceUtcMs = Math.round(nowUtcMs() - uptime() * 1_000);
  try {
    return { id: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), upSinceUtcMs };
  } catch {
    // Not Linux.
    return { id: uuidv7(), upSinceUtcMs };
  }
}
