import type { RealtimeClient } from './realtime-client.ts';

const turnMs = 1_000;
/** Everybody is asked every 20 s whether they are still there. */
const spokes = 20;
const helloWithinMs = 10_000;

/** One timer for all browsers: asks a twentieth of them each second whether they are there, and sends away who never says hello. */
export class RealtimeWheel {
  readonly #spokes = Array.from({ length: spokes }, () => new Set<RealtimeClient>());
  readonly #silent = new Map<RealtimeClient, number>();
  #timer: NodeJS.Timeout | null = null;
  #turn = 0;
  #placed = 0;

  start(): void {
    this.#timer = setInterval(() => this.#go(), turnMs);
  }

  add(client: RealtimeClient): void {
    this.#silent.set(client, performance.now());
    this.#placed = (this.#placed + 1) % spokes;
    this.#spokes[this.#placed]?.add(client);
  }

  remove(client: RealtimeClient): void {
    this.#silent.delete(client);
    for (const spoke of this.#spokes) if (spoke.delete(client)) return;
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    for (const spoke of this.#spokes) for (const client of spoke) client.close();
  }

  #go(): void {
    this.#turn = (this.#turn + 1) % spokes;
    for (const client of this.#spokes[this.#turn] ?? []) client.beat();
    const latestMs = performance.now() - helloWithinMs;
    for (const [client, sinceMs] of this.#silent) {
      if (client.hasSpoken) this.#silent.delete(client);
      // Oldest first: whoever follows came later.
      else if (sinceMs > latestMs) break;
      else {
        this.#silent.delete(client);
        client.refuse('unauthenticated');
      }
    }
  }
}
