import type { DoorCondition } from '@sightline/contracts/alert-rules/door-condition';
import type { Reason } from '../alert-effects.ts';
import type { DoorSeenFact } from '../facts.ts';
import { leastOf, never, type KindRun, type Scene } from '../scene.ts';

interface KnownDoor {
  /** Null: nobody could say yet, or since somebody could not. */
  isOpen: boolean | null;
  /** Since when it is known to be open or blocked, in known time; null when it is not. */
  openKnownMs: number | null;
  blockedKnownMs: number | null;
}

const reason = (what: Reason['what'], value: number, limit: number | null): Reason => {
  return { what, value, limit, placeId: null, class: null, score: null };
};

/**
 * Doors open, are held open or are blocked, as they are seen. What stands in a door says nothing of whether it is open, and where nobody can
 * say how a door is, what was told goes on and no time counts.
 */
export const door = (condition: DoorCondition, scene: Scene): KindRun => new Doors(condition, scene);

class Doors implements KindRun {
  readonly #condition: DoorCondition;
  readonly #scene: Scene;
  readonly #doors = new Map<string, KnownDoor>();

  constructor(condition: DoorCondition, scene: Scene) {
    this.#condition = condition;
    this.#scene = scene;
  }

  doorSeen({ doorId, state, sinceUtcMs, atUtcMs }: DoorSeenFact): void {
    const { doorIds } = this.#condition;
    if (doorIds.length > 0 && !doorIds.includes(doorId)) return;
    const before = this.#doors.get(doorId) ?? { isOpen: null, openKnownMs: null, blockedKnownMs: null };
    if (state === 'unsure') {
      this.#doors.set(doorId, { isOpen: null, openKnownMs: null, blockedKnownMs: null });
      return;
    }
    if (state === 'gone') {
      for (const what of ['open', 'held', 'blocked']) this.#scene.episodes.end(`${what} ${doorId}`, atUtcMs);
      this.#doors.delete(doorId);
      return;
    }
    const knownMs = this.#scene.known.of(Math.min(sinceUtcMs, atUtcMs));
    if (state === 'blocked') {
      this.#doors.set(doorId, { ...before, blockedKnownMs: before.blockedKnownMs ?? knownMs });
      return;
    }
    this.#scene.episodes.end(`blocked ${doorId}`, atUtcMs);
    const isOpen = state !== 'closed';
    if (isOpen && before.isOpen === false) this.#opened(doorId, atUtcMs);
    if (!isOpen) for (const what of ['open', 'held']) this.#scene.episodes.end(`${what} ${doorId}`, atUtcMs);
    const openKnownMs = isOpen ? (before.openKnownMs ?? knownMs) : null;
    this.#doors.set(doorId, { isOpen, openKnownMs, blockedKnownMs: null });
  }

  dueUtcMs(): number {
    return leastOf(this.#doors.entries(), ([doorId, known]) =>
      Math.min(this.#heldUtcMs(doorId, known), this.#blockedUtcMs(doorId, known)),
    );
  }

  fallDue(atUtcMs: number): void {
    const { heldS } = this.#condition;
    for (const [doorId, known] of this.#doors) {
      if (this.#heldUtcMs(doorId, known) <= atUtcMs) this.#lasted('held', doorId, reason('doorHeldS', heldS, heldS));
      if (this.#blockedUtcMs(doorId, known) <= atUtcMs)
        this.#lasted('blocked', doorId, reason('doorBlockedS', heldS, heldS));
    }
  }

  #opened(doorId: string, atUtcMs: number): void {
    if (!this.#condition.states.includes('open')) return;
    const why = [reason('doorOpenS', 0, null)];
    this.#scene.episodes.begin({ key: `open ${doorId}`, sinceUtcMs: atUtcMs, why, subjectIds: [] }, atUtcMs);
  }

  #heldUtcMs(doorId: string, { openKnownMs }: KnownDoor): number {
    return this.#lastsUntil('held', doorId, openKnownMs);
  }

  #blockedUtcMs(doorId: string, { blockedKnownMs }: KnownDoor): number {
    return this.#lastsUntil('blocked', doorId, blockedKnownMs);
  }

  #lastsUntil(what: 'held' | 'blocked', doorId: string, sinceKnownMs: number | null): number {
    const { condition, episodes, known } = { condition: this.#condition, ...this.#scene };
    if (sinceKnownMs === null || !condition.states.includes(what) || episodes.isHeld(`${what} ${doorId}`)) return never;
    return known.utcMs(sinceKnownMs + condition.heldS * 1000);
  }

  #lasted(what: 'held' | 'blocked', doorId: string, why: Reason): void {
    const known = this.#doors.get(doorId)!;
    const dueUtcMs = what === 'held' ? this.#heldUtcMs(doorId, known) : this.#blockedUtcMs(doorId, known);
    const sinceUtcMs = dueUtcMs - this.#condition.heldS * 1000;
    this.#scene.episodes.begin({ key: `${what} ${doorId}`, sinceUtcMs, why: [why], subjectIds: [] }, dueUtcMs);
  }
}
