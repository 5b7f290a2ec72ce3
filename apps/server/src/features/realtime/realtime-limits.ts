import { createAttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { RealtimeClient } from './realtime-client.ts';

/** Connections of one address within a minute that have not (yet) shown a good token. */
const unprovenPerMinute = 600;
/** Each tab has one. */
const perSession = 20;

/** How many connections one may have. Whoever is signed in is counted by session: a whole company may come from one address. */
export class RealtimeLimits {
  readonly #unproven;
  readonly #sessions = new Map<string, Set<RealtimeClient>>();

  constructor(clock: Clock) {
    this.#unproven = createAttemptLimiter(unprovenPerMinute, clock);
  }

  /** False when this address has too many that never showed who they are. */
  mayTry(address: string): boolean {
    try {
      this.#unproven.take(address);
      return true;
    } catch {
      return false;
    }
  }

  /** Counts a connection that showed who it is; false when its session has too many. */
  admit(client: RealtimeClient, sessionId: string): boolean {
    this.#unproven.refund(client.address);
    let own = this.#sessions.get(sessionId);
    if (own && own.size >= perSession) return false;
    if (!own) this.#sessions.set(sessionId, (own = new Set()));
    own.add(client);
    return true;
  }

  leave(client: RealtimeClient, sessionId: string): void {
    const own = this.#sessions.get(sessionId);
    own?.delete(client);
    if (own?.size === 0) this.#sessions.delete(sessionId);
  }

  clientsOf(sessionId: string): readonly RealtimeClient[] {
    return [...(this.#sessions.get(sessionId) ?? [])];
  }

  get sessionIds(): string[] {
    return [...this.#sessions.keys()];
  }
}
