import { createTimeReader } from './process-time.ts';
import { chooseKill, silenceAfter, checkEveryMs, silenceAtStart, usualLimits } from './watchdog-policy.ts';
import type { Silence, WatchdogLimits } from './watchdog-policy.ts';

/** One run of a supervised process. */
export interface WatchedRun {
  pid: number;
  recordsFootage: boolean;
  /** Whether it said anything since the last call. */
  takeHeard: () => boolean;
  /** How much it has finished so far; it goes up, or stays. */
  progress: () => bigint;
  /** It has not lived for so long: it is to be ended. */
  onSilent: (silentMs: number) => void;
}

interface Watching {
  run: WatchedRun;
  /** Only of one that is silent: reading it of all would cost more than watching does. */
  readTime: ReturnType<typeof createTimeReader> | null;
  silence: Silence;
  knowsTime: boolean;
  recordsFootage: boolean;
  progress: bigint;
}

/** Looks after all processes of a core together, so that they are never ended all at once. What it does follows `watchdog-policy`. */
export class Watchdog {
  readonly #limits: WatchdogLimits;
  readonly #watching = new Set<Watching>();
  #timer: NodeJS.Timeout | null = null;
  #checkedAtMs = 0;
  #killedAtMs = Number.NEGATIVE_INFINITY;

  constructor(limits: WatchdogLimits = usualLimits) {
    this.#limits = limits;
  }

  /** Begins to watch; answers what ends it. */
  watch(run: WatchedRun): () => void {
    const { recordsFootage } = run;
    const watching: Watching = {
      run,
      readTime: null,
      silence: silenceAtStart,
      knowsTime: false,
      recordsFootage,
      progress: run.progress(),
    };
    this.#watching.add(watching);
    this.#checkedAtMs ||= performance.now();
    this.#timer ??= setInterval(() => this.#check(), checkEveryMs).unref();
    return () => {
      this.#watching.delete(watching);
      if (this.#watching.size > 0 || this.#timer === null) return;
      clearInterval(this.#timer);
      this.#timer = null;
      this.#checkedAtMs = 0;
    };
  }

  #check(): void {
    const nowMs = performance.now();
    const sinceCheckMs = nowMs - this.#checkedAtMs;
    this.#checkedAtMs = nowMs;
    for (const watching of this.#watching) this.#checkOne(watching, sinceCheckMs);
    const chosen = chooseKill([...this.#watching], nowMs - this.#killedAtMs, this.#limits);
    if (chosen === null) return;
    this.#killedAtMs = nowMs;
    this.#watching.delete(chosen);
    chosen.run.onSilent(chosen.silence.silentMs);
  }

  #checkOne(watching: Watching, sinceCheckMs: number): void {
    const { run } = watching;
    const [isHeard, progress] = [run.takeHeard(), run.progress()];
    watching.readTime = isHeard ? null : (watching.readTime ?? createTimeReader(run.pid));
    const time = watching.readTime?.() ?? null;
    watching.knowsTime = time !== null;
    watching.silence = silenceAfter(watching.silence, {
      sinceCheckMs,
      isHeard,
      hasWritten: progress > watching.progress,
      time,
    });
    watching.progress = progress;
  }
}

/** That of this process. */
export const coreWatchdog = new Watchdog();
