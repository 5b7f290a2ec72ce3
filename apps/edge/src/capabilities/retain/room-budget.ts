export interface RoomBudgetDeps {
  /** Bytes that may be deleted per millisecond, for no other reason than that room is wanted. */
  bytesPerMs: () => number;
  monotonicMs: () => number;
}

/** What was not used of it is kept for so long: a file is deleted at once, and passes come once a minute. */
const keptMs = 60_000;

/**
 * How much footage may be deleted to make room. Cameras need only as much as they write; whoever else fills the disk must not have
 * months of it deleted within seconds.
 */
export class RoomBudget {
  readonly #deps: RoomBudgetDeps;
  #atMs: number;
  #bytes: number | null = null;

  constructor(deps: RoomBudgetDeps) {
    this.#deps = deps;
    this.#atMs = deps.monotonicMs();
  }

  /** Bytes that may go now. */
  left(): number {
    const rate = this.#deps.bytesPerMs();
    const nowMs = this.#deps.monotonicMs();
    const most = rate * keptMs;
    this.#bytes = this.#bytes === null ? most : Math.min(most, this.#bytes + rate * (nowMs - this.#atMs));
    this.#atMs = nowMs;
    return this.#bytes;
  }

  /** May take more than was left: files go as a whole, and the next ones wait the longer. */
  spend(bytes: number): void {
    this.#bytes = (this.#bytes ?? 0) - bytes;
  }
}
