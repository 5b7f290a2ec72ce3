import type { Log } from '../log/log.ts';

const longestPauseMs = 60_000;

export interface JobDeps {
  /** Pause after the end of each run. Doubled by each failure in a row, up to a minute; longer ones stay as they are. */
  everyMs: number;
  /** One run. A long one asks `isStopping` now and then, and ends early. */
  work: (isStopping: () => boolean) => Promise<void>;
  log: Log;
  /** What is written when a run fails; the next one tries again. */
  failure: string;
}

/** Work that is done again and again as long as the process lives: first at once, never twice at a time. */
export class RepeatingJob {
  readonly #deps: JobDeps;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #isStopping = true;
  #failures = 0;

  constructor(deps: JobDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#isStopping = false;
    this.wake();
  }

  /** Lets the run that goes on come to its end. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  /** Runs now instead of after the pause. */
  wake(): void {
    if (this.#isStopping || this.#running) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    const { everyMs, work, log, failure } = this.#deps;
    try {
      await work(() => this.#isStopping);
      this.#failures = 0;
    } catch (error) {
      this.#failures += 1;
      log.warn({ err: error }, failure);
    }
    this.#running = null;
    if (this.#isStopping) return;
    const pauseMs = Math.min(everyMs * 2 ** this.#failures, Math.max(everyMs, longestPauseMs));
    this.#timer = setTimeout(() => this.wake(), pauseMs);
  }
}
