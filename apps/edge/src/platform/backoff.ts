/** Waits that double from `firstMs` to `limitMs`, each shortened by up to half at random so that a crowd spreads out. */
export class Backoff {
  readonly #firstMs: number;
  readonly #limitMs: number;
  readonly #random: () => number;
  #attempt = 0;

  constructor(options: { firstMs: number; limitMs: number; random?: () => number }) {
    this.#firstMs = options.firstMs;
    this.#limitMs = options.limitMs;
    this.#random = options.random ?? Math.random;
  }

  next(): number {
    const full = Math.min(this.#limitMs, this.#firstMs * 2 ** this.#attempt);
    this.#attempt = Math.min(this.#attempt + 1, 30);
    return full * (0.5 + this.#random() / 2);
  }

  reset(): void {
    this.#attempt = 0;
  }
}
