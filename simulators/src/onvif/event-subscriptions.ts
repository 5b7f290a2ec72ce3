import { SoapFault } from './soap-text.ts';

/** One thing that changed. */
export interface SimulatedNotice {
  atUtcMs: number;
  operation: 'Initialized' | 'Changed';
  isMotion: boolean;
}

interface Subscription {
  endsAtMs: number;
  waiting: SimulatedNotice[];
  wake: () => void;
}

const most = 8;

/** The pull points of one device. They end when nobody renews them, and with a reboot. */
export class EventSubscriptions {
  isMotion = false;
  readonly #all = new Map<string, Subscription>();
  readonly #nowUtcMs: () => number;
  readonly #maxMs: number;
  readonly #tells: 'always' | 'asked' | 'never';
  #nextId = 1;

  constructor(options: { nowUtcMs: () => number; maxMs: number; tells: 'always' | 'asked' | 'never' }) {
    this.#tells = options.tells;
    this.#nowUtcMs = options.nowUtcMs;
    this.#maxMs = options.maxMs;
  }

  get size(): number {
    this.#dropEnded();
    return this.#all.size;
  }

  open(forMs: number): string {
    this.#dropEnded();
    if (this.#all.size >= most) throw new SoapFault(['ter:Receiver', 'ter:NoMore'], 'Too many subscriptions', 500);
    const id = String(this.#nextId++);
    this.#all.set(id, {
      endsAtMs: performance.now() + Math.min(forMs, this.#maxMs),
      waiting: [],
      wake: () => undefined,
    });
    if (this.#tells === 'always') this.notifyAll(id);
    return id;
  }

  /** How things are, for one subscriber. A device whose detection is off has nothing to say. */
  notifyAll(id: string): void {
    const subscription = this.#find(id);
    if (this.#tells === 'never') return;
    subscription.waiting.push({ atUtcMs: this.#nowUtcMs(), operation: 'Initialized', isMotion: this.isMotion });
    subscription.wake();
  }

  renew(id: string, forMs: number): void {
    this.#find(id).endsAtMs = performance.now() + Math.min(forMs, this.#maxMs);
  }

  /** Milliseconds until it ends. */
  leftMs(id: string): number {
    return this.#find(id).endsAtMs - performance.now();
  }

  close(id: string): void {
    this.#find(id).wake();
    this.#all.delete(id);
  }

  /** Waits until there is news or the time is over. */
  async pull(id: string, { timeoutMs, limit }: { timeoutMs: number; limit: number }): Promise<SimulatedNotice[]> {
    const subscription = this.#find(id);
    if (subscription.waiting.length === 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        subscription.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return subscription.waiting.splice(0, limit);
  }

  setMotion(isMotion: boolean): void {
    this.isMotion = isMotion;
    for (const subscription of this.#all.values()) {
      subscription.waiting.push({ atUtcMs: this.#nowUtcMs(), operation: 'Changed', isMotion });
      subscription.wake();
    }
  }

  forgetAll(): void {
    for (const subscription of this.#all.values()) subscription.wake();
    this.#all.clear();
  }

  #find(id: string): Subscription {
    this.#dropEnded();
    const found = this.#all.get(id);
    if (!found) throw new SoapFault(['wsrf-rw:ResourceUnknownFault'], 'The subscription does not exist', 500);
    return found;
  }

  #dropEnded(): void {
    for (const [id, subscription] of this.#all) if (subscription.endsAtMs < performance.now()) this.#all.delete(id);
  }
}
