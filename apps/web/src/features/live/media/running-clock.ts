/** A position in footage that runs at a rate while no video element carries the time. Instants are UTC ms. */
export class RunningClock {
  readonly #monotonic: () => number;
  #positionMs = 0;
  #rate = 1;
  #sinceMs: number | null = null;

  /** `monotonic` answers ms of a clock that never jumps. */
  constructor(monotonic: () => number = () => performance.now()) {
    this.#monotonic = monotonic;
  }

  get positionMs(): number {
    return this.#sinceMs === null
      ? this.#positionMs
      : this.#positionMs + (this.#monotonic() - this.#sinceMs) * this.#rate;
  }

  get isRunning(): boolean {
    return this.#sinceMs !== null;
  }

  set(positionMs: number, rate = this.#rate): void {
    this.#positionMs = positionMs;
    this.#rate = rate;
    if (this.#sinceMs !== null) this.#sinceMs = this.#monotonic();
  }

  run(): void {
    this.#sinceMs ??= this.#monotonic();
  }

  hold(): void {
    this.#positionMs = this.positionMs;
    this.#sinceMs = null;
  }
}
