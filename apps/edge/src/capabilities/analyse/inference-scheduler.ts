import { createRateWindow, type RateWindow } from './rate-window.ts';

/** A picture that waits for the detector. */
export interface WaitingInference {
  /** Looks; answers when it is done. It never fails: what goes wrong is told elsewhere. */
  run(): Promise<void>;
  /** A newer one came, or nobody wants it any more. */
  drop(): void;
}

export interface InferenceSchedulerOptions {
  /** Milliseconds that only go forwards. */
  nowMs: () => number;
  /** Processor milliseconds of this process so far. */
  processorMs: () => number;
  /** Calls back after so many milliseconds; the answer cancels. */
  after: (delayMs: number, action: () => void) => () => void;
  /** Share of the time that looks may take, 0..1. */
  budgetShare: number;
}

/** How one camera fares, over the last ten seconds. */
export interface CameraShare {
  wantedFps: number;
  givenFps: number;
  /** Of the time that all cameras got, 0..1. */
  share: number;
  queueAgeMs: number;
  droppedFps: number;
  /** Given less than half of what it wanted, for ten seconds. */
  isOverloaded: boolean;
}

interface Queue {
  look: WaitingInference | null;
  waitingSinceMs: number;
  isRunning: boolean;
  /** Milliseconds of the detector that it got, on a line on which idle cameras do not fall back. */
  usedMs: number;
  wanted: RateWindow;
  given: RateWindow;
  dropped: RateWindow;
  spent: RateWindow;
  poorSinceMs: number | null;
}

/** Unspent budget is kept for so long. */
const burstMs = 700;
/** A camera that had nothing to look at gets at most so much in advance of the others. */
const creditMs = 150;
/** One that had a very expensive look waits at most until the others had so much more. */
const debtMs = 200;
const overloadedAfterMs = 10_000;

/**
 * Shares one detector between cameras. One look at a time; of each camera at most one waits, the newest. Next is always
 * the camera that got the least time so far, measured, so a busy or expensive one takes nothing from the others; and
 * all together take no more than the budget.
 */
export class InferenceScheduler {
  readonly #options: InferenceSchedulerOptions;
  readonly #queues = new Map<string, Queue>();
  readonly #spent = createRateWindow();
  #budgetShare: number;
  #isBusy = false;
  #budgetMs: number;
  #budgetAtMs: number;
  #cancelWait: (() => void) | null = null;

  constructor(options: InferenceSchedulerOptions) {
    this.#options = options;
    this.#budgetShare = options.budgetShare;
    this.#budgetMs = burstMs * options.budgetShare;
    this.#budgetAtMs = options.nowMs();
  }

  /** Another budget, from now on. */
  setBudget(share: number): void {
    this.#fillBudget();
    this.#budgetShare = share;
  }

  /** A picture is to be looked at; an older one that still waits is dropped. */
  offer(cameraId: string, look: WaitingInference): void {
    const nowMs = this.#options.nowMs();
    const queue = this.#queueOf(cameraId);
    queue.wanted.add(nowMs, 1);
    if (queue.look === null) {
      queue.waitingSinceMs = nowMs;
      if (!queue.isRunning) queue.usedMs = Math.max(queue.usedMs, this.#minUsedMs() - creditMs);
    } else {
      queue.dropped.add(nowMs, 1);
      queue.look.drop();
    }
    queue.look = look;
    this.#proceed();
  }

  /** Whether a look of this camera waits or is under way. */
  isEngaged(cameraId: string): boolean {
    const queue = this.#queues.get(cameraId);
    return queue !== undefined && (queue.look !== null || queue.isRunning);
  }

  /** How long the look that waits has done so, ms. */
  queueAgeMs(cameraId: string): number {
    const queue = this.#queues.get(cameraId);
    return queue === undefined || queue.look === null ? 0 : this.#options.nowMs() - queue.waitingSinceMs;
  }

  /** Pictures that were left out before they could be offered. */
  countDropped(cameraId: string, pictures: number): void {
    if (pictures > 0) this.#queueOf(cameraId).dropped.add(this.#options.nowMs(), pictures);
  }

  /** The camera is gone. */
  remove(cameraId: string): void {
    this.#queues.get(cameraId)?.look?.drop();
    this.#queues.delete(cameraId);
  }

  share(cameraId: string): CameraShare {
    const nowMs = this.#options.nowMs();
    const queue = this.#queueOf(cameraId);
    const total = this.#spent.sum(nowMs);
    this.#assess(queue, nowMs);
    return {
      wantedFps: queue.wanted.perSecond(nowMs),
      givenFps: queue.given.perSecond(nowMs),
      share: total > 0 ? Math.min(1, queue.spent.sum(nowMs) / total) : 0,
      queueAgeMs: this.queueAgeMs(cameraId),
      droppedFps: queue.dropped.perSecond(nowMs),
      isOverloaded: queue.poorSinceMs !== null && nowMs - queue.poorSinceMs >= overloadedAfterMs,
    };
  }

  /** Share of the time that looks took, over the last ten seconds. */
  usedShare(): number {
    return this.#spent.perSecond(this.#options.nowMs()) / 1_000;
  }

  /** Drops what waits. */
  stop(): void {
    this.#cancelWait?.();
    for (const cameraId of this.#queues.keys()) this.remove(cameraId);
  }

  #queueOf(cameraId: string): Queue {
    const known = this.#queues.get(cameraId);
    if (known) return known;
    const [wanted, given, dropped, spent] = [
      createRateWindow(),
      createRateWindow(),
      createRateWindow(),
      createRateWindow(),
    ];
    for (const window of [wanted, given, dropped, spent]) window.add(this.#options.nowMs(), 0);
    const queue = {
      look: null,
      waitingSinceMs: 0,
      isRunning: false,
      usedMs: this.#minUsedMs(),
      wanted,
      given,
      dropped,
      spent,
      poorSinceMs: null,
    };
    this.#queues.set(cameraId, queue);
    return queue;
  }

  /** Of those that wait or are served; without any, of the one that got the most, so that nobody's past counts for ever. */
  #minUsedMs(except?: Queue): number {
    const all = [...this.#queues.values()].filter((queue) => queue !== except);
    const busy = all.filter((queue) => queue.look !== null || queue.isRunning).map((queue) => queue.usedMs);
    return busy.length > 0 ? Math.min(...busy) : Math.max(0, ...all.map((queue) => queue.usedMs));
  }

  #proceed(): void {
    if (this.#isBusy || this.#cancelWait !== null) return;
    const next = this.#choose();
    if (next === null) return;
    this.#fillBudget();
    if (this.#budgetMs <= 0) {
      const delayMs = Math.ceil(-this.#budgetMs / this.#budgetShare) + 1;
      this.#cancelWait = this.#options.after(delayMs, () => {
        this.#cancelWait = null;
        this.#proceed();
      });
      return;
    }
    void this.#serve(next);
  }

  #choose(): Queue | null {
    let best: Queue | null = null;
    for (const queue of this.#queues.values())
      if (queue.look !== null && (best === null || queue.usedMs < best.usedMs)) best = queue;
    return best;
  }

  async #serve(queue: Queue): Promise<void> {
    const look = queue.look!;
    const { nowMs, processorMs } = this.#options;
    queue.look = null;
    queue.isRunning = true;
    this.#isBusy = true;
    const [startedMs, startedProcessorMs] = [nowMs(), processorMs()];
    await look.run();
    const endedMs = nowMs();
    // Waiting for a processor that others use is no use of it.
    const usedMs = Math.max(0.1, Math.min(endedMs - startedMs, processorMs() - startedProcessorMs));
    queue.spent.add(endedMs, usedMs);
    queue.given.add(endedMs, 1);
    this.#spent.add(endedMs, usedMs);
    this.#budgetMs -= usedMs;
    queue.isRunning = false;
    queue.usedMs = Math.min(queue.usedMs + usedMs, this.#minUsedMs(queue) + Math.max(debtMs, usedMs));
    this.#isBusy = false;
    this.#proceed();
  }

  #fillBudget(): void {
    const nowMs = this.#options.nowMs();
    this.#budgetMs = Math.min(
      burstMs * this.#budgetShare,
      this.#budgetMs + (nowMs - this.#budgetAtMs) * this.#budgetShare,
    );
    this.#budgetAtMs = nowMs;
  }

  /** Called at least once a second. */
  #assess(queue: Queue, nowMs: number): void {
    const wanted = queue.wanted.sum(nowMs);
    const isPoor = wanted >= 5 && queue.given.sum(nowMs) < wanted / 2;
    if (!isPoor) queue.poorSinceMs = null;
    else queue.poorSinceMs ??= nowMs;
  }
}
