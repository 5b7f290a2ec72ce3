/** Work in slices, each with a rest of a third of it: what must not wait for it (recording is heard here) comes first. */
const sliceMs = 9;

/** Keeps work that takes long to three quarters of one processor, at most, and never for long at once. */
export class CpuFence {
  readonly #monotonicMs: () => number;
  #sinceMs: number;

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs;
    this.#sinceMs = monotonicMs();
  }

  /** Whether it is time to rest. */
  get isDue(): boolean {
    return this.#monotonicMs() - this.#sinceMs >= sliceMs;
  }

  async rest(): Promise<void> {
    const workedMs = this.#monotonicMs() - this.#sinceMs;
    await new Promise((resolve) => setTimeout(resolve, workedMs / 3));
    this.#sinceMs = this.#monotonicMs();
  }
}
