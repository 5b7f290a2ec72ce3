/** Something that has work in small pieces. */
export interface Stepper {
  /** Does one piece; answers whether there is more to do now. */
  step(): boolean;
}

/** Turns go on for so long before sockets and timers have theirs. */
const turnMs = 6;
/** Who had nothing to do gets at most so much in advance of the others. */
const creditMs = 20;

/**
 * Lets many cameras decode in one thread: next is always the one that took the least time so far, so that a camera with
 * large pictures takes nothing from one with small ones, and none waits for another's backlog.
 */
export class DecodeLoop {
  /** Milliseconds that each of those that have something to do took, on a line on which idle ones do not fall back. */
  readonly #ready = new Map<Stepper, number>();
  readonly #took = new WeakMap<Stepper, number>();
  #scheduled: NodeJS.Immediate | null = null;
  #usedMs = 0;
  #latestMs = 0;
  readonly #onPause: () => void;

  /** `onPause`: no piece is under way until the next turn. */
  constructor(onPause: () => void = () => undefined) {
    this.#onPause = onPause;
  }

  /** The stepper has something to do. */
  request(stepper: Stepper): void {
    if (!this.#ready.has(stepper))
      this.#ready.set(stepper, Math.max(this.#took.get(stepper) ?? 0, this.#minMs() - creditMs));
    this.#scheduled ??= setImmediate(() => this.#turn());
  }

  /** Processor milliseconds spent so far. */
  processorMs(): number {
    return this.#usedMs;
  }

  remove(stepper: Stepper): void {
    this.#ready.delete(stepper);
  }

  stop(): void {
    if (this.#scheduled !== null) clearImmediate(this.#scheduled);
    this.#scheduled = null;
    this.#ready.clear();
  }

  #choose(): [Stepper, number] | null {
    let best: [Stepper, number] | null = null;
    for (const entry of this.#ready) if (best === null || entry[1] < best[1]) best = entry;
    return best;
  }

  /** Of those that have something to do; without any, of who had the last turn. */
  #minMs(): number {
    return this.#choose()?.[1] ?? this.#latestMs;
  }

  #turn(): void {
    this.#scheduled = null;
    const before = process.threadCpuUsage();
    let nowMs = performance.now();
    const untilMs = nowMs + turnMs;
    for (let next = this.#choose(); next !== null && nowMs < untilMs; next = this.#choose()) {
      const [stepper, tookMs] = next;
      const hasMore = stepper.step();
      const endedMs = performance.now();
      const totalMs = tookMs + endedMs - nowMs;
      nowMs = endedMs;
      this.#latestMs = Math.max(tookMs, this.#latestMs);
      this.#took.set(stepper, totalMs);
      // It may have been removed by what it did.
      if (!this.#ready.has(stepper)) continue;
      if (hasMore) this.#ready.set(stepper, totalMs);
      else this.#ready.delete(stepper);
    }
    this.#onPause();
    const { user, system } = process.threadCpuUsage(before);
    this.#usedMs += (user + system) / 1_000;
    if (this.#ready.size > 0) this.#scheduled ??= setImmediate(() => this.#turn());
  }
}
