import type { Log } from '../log/log.ts';
import { isStoreDamaged } from './store-damage.ts';

/** What SQLite says when the disk, not the statement, is the trouble. */
const passing = ['SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_BUSY', 'SQLITE_CANTOPEN'];
const retryMs = 1_000;
/** The first time sooner: what is thrown away for the store's sake has made room by then. */
const firstRetryMs = 50;

/** Jobs that may wait for the disk. Beyond it the process ends, and the scan at its next start finds the footage. */
const maxWaiting = 200_000;

/** True when writing to the store may succeed later although it failed now. */
export function isStoreTrouble(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && passing.some((known) => code.startsWith(known));
}

/**
 * Writes to the store in order. When the disk is full they wait in memory and are tried again: a full disk must cost
 * neither the process that watches over the recording nor what it has to remember. Jobs may run again after a failure.
 */
export class StoreQueue {
  readonly #log: Log;
  #waiting: (() => void)[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Runs the job now, or after those that wait. Throws what is not the disk's fault. */
  add(job: () => void): void {
    if (this.#waiting.length === 0 && this.#attempt(job)) return;
    if (this.#waiting.length >= maxWaiting) throw new Error('The store could not be written for too long.');
    this.#waiting.push(job);
    // Whoever stopped it closes the store next.
    if (this.#isStopped) return;
    this.#timer ??= setTimeout(() => this.#retry(), firstRetryMs);
  }

  get depth(): number {
    return this.#waiting.length;
  }

  /** Tries once more and ends. */
  stop(): void {
    this.#isStopped = true;
    this.#retry();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.length > 0)
      this.#log.error({ waiting: this.#waiting.length }, 'the store could not be written until the end');
  }

  #retry(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const done = this.#waiting.findIndex((job) => !this.#attempt(job));
    this.#waiting = done === -1 ? [] : this.#waiting.slice(done);
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#retry(), retryMs);
  }

  #attempt(job: () => void): boolean {
    try {
      job();
      return true;
    } catch (error) {
      // With a damaged store the core is started anew, which must not be disturbed.
      if (!isStoreTrouble(error) && !isStoreDamaged(error)) throw error;
      if (this.#waiting.length === 0)
        this.#log.error({ detail: String(error) }, 'the store cannot be written, trying again');
      return false;
    }
  }
}
