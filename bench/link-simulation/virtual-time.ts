import { vi } from 'vitest';

const realTurn = setImmediate;

interface Event {
  atMs: number;
  order: number;
  run: () => void;
  isOver: boolean;
}

/** What a timer of Node is, as far as the link uses it. */
class VirtualTimer {
  readonly #time: VirtualTime;
  readonly #run: () => void;
  readonly #delayMs: number;
  readonly #repeats: boolean;
  #event: Event;

  constructor(time: VirtualTime, options: { run: () => void; delayMs: number; repeats: boolean }) {
    this.#time = time;
    this.#run = options.run;
    this.#delayMs = Math.max(options.repeats ? 1 : 0, options.delayMs || 0);
    this.#repeats = options.repeats;
    this.#event = this.#begin();
  }

  refresh(): this {
    this.clear();
    this.#event = this.#begin();
    return this;
  }

  clear(): void {
    this.#event.isOver = true;
  }

  ref = (): this => this;
  unref = (): this => this;

  #begin(): Event {
    return this.#time.at(this.#delayMs, () => {
      if (this.#repeats) this.#event = this.#begin();
      this.#run();
    });
  }
}

/** Time that passes only when it is told to: events run in order, and everything that they resolve runs before the next one. */
export class VirtualTime {
  nowMs = 0;
  #heap: Event[] = [];
  #count = 0;

  /** Takes the place of the timers and the clock of this process. `vi.unstubAllGlobals` and `vi.restoreAllMocks` give them back. */
  install(): void {
    const timer =
      (repeats: boolean) =>
      (run: (...given: unknown[]) => void, delayMs = 0, ...given: unknown[]): VirtualTimer =>
        new VirtualTimer(this, { run: () => run(...given), delayMs, repeats });
    const clear = (given: VirtualTimer | null | undefined): void => given?.clear();
    vi.stubGlobal('setTimeout', timer(false));
    vi.stubGlobal('setInterval', timer(true));
    vi.stubGlobal('setImmediate', (run: (...given: unknown[]) => void, ...given: unknown[]) =>
      timer(false)(run, 0, ...given),
    );
    for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) vi.stubGlobal(name, clear);
    vi.spyOn(performance, 'now').mockImplementation(() => this.nowMs);
  }

  at(delayMs: number, run: () => void): Event {
    const event = { atMs: this.nowMs + delayMs, order: ++this.#count, run, isOver: false };
    this.#heap.push(event);
    for (let index = this.#heap.length - 1; index > 0;) {
      const parent = (index - 1) >> 1;
      if (!isBefore(this.#heap[index]!, this.#heap[parent]!)) break;
      this.#swap(index, parent);
      index = parent;
    }
    return event;
  }

  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.at(delayMs, resolve));
  }

  /** Lets so much time pass. */
  async pass(ms: number): Promise<void> {
    const endMs = this.nowMs + ms;
    await new Promise((resolve) => void realTurn(resolve));
    for (let next = this.#heap[0]; next !== undefined && next.atMs <= endMs; next = this.#heap[0]) {
      this.#pop();
      if (next.isOver) continue;
      this.nowMs = next.atMs;
      next.run();
      await new Promise((resolve) => void realTurn(resolve));
    }
    this.nowMs = endMs;
  }

  #pop(): void {
    const last = this.#heap.pop()!;
    if (this.#heap.length === 0) return;
    this.#heap[0] = last;
    for (let index = 0; ;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      let first = index;
      if (left < this.#heap.length && isBefore(this.#heap[left]!, this.#heap[first]!)) first = left;
      if (right < this.#heap.length && isBefore(this.#heap[right]!, this.#heap[first]!)) first = right;
      if (first === index) return;
      this.#swap(index, first);
      index = first;
    }
  }

  #swap(a: number, b: number): void {
    [this.#heap[a], this.#heap[b]] = [this.#heap[b]!, this.#heap[a]!];
  }
}

const isBefore = (a: Event, b: Event): boolean => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);

/** Numbers from 0 to 1, the same for the same seed. */
export const randomOf = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
};
