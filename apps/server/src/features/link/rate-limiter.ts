/**
 * How often a core may do something that is seldom: `burst` at once, then one every `everyMs`. `nowMs` only goes forwards.
 */
export class RateLimiter {
  readonly #options: { burst: number; everyMs: number; nowMs: () => number };
  #left: number;
  #countedAtMs: number;

  constructor(options: { burst: number; everyMs: number; nowMs: () => number }) {
    this.#options = options;
    this.#left = options.burst;
    this.#countedAtMs = options.nowMs();
  }

  /** Whether it may be done now; then it counts. */
  take(): boolean {
    this.#refill();
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Counts it in any case. Answers the ms after which it may be done. */
  owe(): number {
    this.#refill();
    this.#left -= 1;
    return Math.max(0, -this.#left * this.#options.everyMs);
  }

  #refill(): void {
    const { burst, everyMs, nowMs } = this.#options;
    const at = nowMs();
    this.#left = Math.min(burst, this.#left + (at - this.#countedAtMs) / everyMs);
    this.#countedAtMs = at;
  }
}
