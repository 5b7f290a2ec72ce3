/** Something that has work in small pieces. */
export interface Stepper {
  /** Does one piece; answers whether there is more to do now. */
  step(): boolean;
}

/** Turns go on for so long before sockets and timers have theirs. */
const turnMs = 6;

/** Lets many cameras decode in one thread: one piece each in turn, so that none waits for another's backlog. */
export class DecodeLoop {
  private readonly ready = new Set<Stepper>();
  private scheduled: NodeJS.Immediate | null = null;
  private usedMs = 0;
  private readonly onPause: () => void;

  /** `onPause`: no piece is under way until the next turn. */
  constructor(onPause: () => void = () => undefined) {
    this.onPause = onPause;
  }

  /** The stepper has something to do. */
  request(stepper: Stepper): void {
    this.ready.add(stepper);
    this.scheduled ??= setImmediate(() => this.turn());
  }

  /** Processor milliseconds spent so far. */
  processorMs(): number {
    return this.usedMs;
  }

  remove(stepper: Stepper): void {
    this.ready.delete(stepper);
  }

  stop(): void {
    if (this.scheduled !== null) clearImmediate(this.scheduled);
    this.scheduled = null;
    this.ready.clear();
  }

  private turn(): void {
    this.scheduled = null;
    const before = process.threadCpuUsage();
    const untilMs = performance.now() + turnMs;
    while (this.ready.size > 0 && performance.now() < untilMs) {
      const [stepper] = this.ready;
      this.ready.delete(stepper!);
      if (stepper!.step()) this.ready.add(stepper!);
    }
    this.onPause();
    const { user, system } = process.threadCpuUsage(before);
    this.usedMs += (user + system) / 1_000;
    if (this.ready.size > 0) this.scheduled ??= setImmediate(() => this.turn());
  }
}
