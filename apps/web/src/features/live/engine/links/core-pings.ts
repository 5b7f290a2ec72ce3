import type { PlayerRequests } from '../../transport/player-requests.ts';
import type { CoreClock } from '../clocks/core-clock.ts';

/** How far the core's clock is off is known from the quickest answer: some at once, then one now and then. */
const tickMs = 500;
const atOnce = 8;
const ticksPerPing = 10;

/** Asks the core for its time, as long as there is a way to it. */
export class CorePings {
  readonly #clock: CoreClock;
  #requests: PlayerRequests | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #ticks = 0;

  constructor(clock: CoreClock) {
    this.#clock = clock;
  }

  start(): void {
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Another way: its answers take another time. */
  use(requests: PlayerRequests | null): void {
    this.#requests = requests;
    this.#ticks = 0;
    this.#ping();
  }

  #tick(): void {
    this.#ticks += 1;
    if (this.#ticks < atOnce || this.#ticks % ticksPerPing === 0) this.#ping();
  }

  #ping(): void {
    this.#requests?.open(
      { type: 'ping', sentAtMs: Date.now() },
      {
        onReply: (reply) =>
          reply.type === 'pong' &&
          this.#clock.add({ sentAtMs: reply.sentAtMs, receivedAtMs: Date.now(), coreUtcMs: reply.coreUtcMs }),
      },
    );
  }
}
