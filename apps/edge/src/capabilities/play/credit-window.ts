/**
 * How far a sender may run ahead of its reader. One item is always let through when nothing is outstanding, so that an
 * item larger than the window cannot block for ever.
 */
export class CreditWindow {
  readonly #windowBytes: number;
  #outstanding = 0;
  #wake: (() => void) | null = null;

  constructor(windowBytes: number) {
    this.#windowBytes = windowBytes;
  }

  /** The reader consumed this many bytes. Never lets the window grow beyond its size. */
  add(bytes: number): void {
    this.#outstanding = Math.max(0, this.#outstanding - bytes);
    this.#wake?.();
  }

  /** Takes `bytes` from the window when there is room, waiting for credit; answers false when `signal` was aborted. */
  async take(bytes: number, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted && this.#outstanding > 0 && this.#outstanding + bytes > this.#windowBytes) {
      await this.#nextCredit(signal);
    }
    if (signal.aborted) return false;
    this.#outstanding += bytes;
    return true;
  }

  #nextCredit(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        signal.removeEventListener('abort', done);
        this.#wake = null;
        resolve();
      };
      this.#wake = done;
      signal.addEventListener('abort', done);
    });
  }
}
