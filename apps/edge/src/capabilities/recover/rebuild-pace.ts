/** A store that was rebuilt and did well for so long was not rebuilt onto a disk that breaks. */
const soundAfterMs = 30 * 60_000;
const firstWaitMs = 5_000;
const maxWaitMs = 5 * 60_000;

/**
 * How long a core goes on with a damaged store before it rebuilds it: the first time not at all. A disk that gives one damaged page after
 * the other would else have it stop and begin all day, and each beginning costs every camera some seconds.
 */
export class RebuildPace {
  #lastMs: number | null = null;
  #waitMs = 0;

  /** Asked once for each damaged store; `nowMs` by a clock that is never set. */
  waitMs(nowMs: number): number {
    const isNew = this.#lastMs === null || nowMs - this.#lastMs > soundAfterMs;
    this.#waitMs = isNew ? 0 : Math.min(maxWaitMs, Math.max(firstWaitMs, this.#waitMs * 2));
    this.#lastMs = nowMs + this.#waitMs;
    return this.#waitMs;
  }
}
