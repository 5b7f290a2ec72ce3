import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import type { Reason } from '../alert-effects.ts';
import { leastOf, never, timeReason, type KindRun, type Member, type Scene } from '../scene.ts';

/** From when to when somebody was in a zone, in known time. */
interface Visit {
  fromMs: number;
  toMs: number;
}

interface Visitor {
  member: Member;
  zone: number;
  /** Visits that are over, oldest first. */
  visits: Visit[];
  /** Since when it is inside; null while it is not. */
  sinceMs: number | null;
  /** When the visit began that it was told for, or the one that runs. */
  sinceUtcMs: number;
  leftMs: number;
  /** The longest sum that it came to. */
  bestMs: number;
  isTold: boolean;
  isGone: boolean;
}

const insideOf = ({ fromMs, toMs }: Visit, sinceMs: number): number => Math.max(0, toMs - Math.max(fromMs, sinceMs));

/** So long somebody was inside within the last `windowMs`, at the end of the last of these visits. */
const sumOf = (visits: readonly Visit[], windowMs: number): number => {
  const endMs = visits.at(-1)?.toMs ?? 0;
  return visits.reduce((sum, visit) => sum + insideOf(visit, endMs - windowMs), 0);
};

/** When somebody who is inside since an instant, after these visits, has been there for so long within the window. */
export function sumReachedAt(
  visits: readonly Visit[],
  sinceMs: number,
  { limitMs, windowMs }: { limitMs: number; windowMs: number },
): number {
  let lackingMs = limitMs - visits.reduce((sum, visit) => sum + insideOf(visit, sinceMs - windowMs), 0);
  let atMs = sinceMs;
  for (const { fromMs, toMs } of visits) {
    if (lackingMs <= 0) return atMs;
    const fallsOutMs = Math.max(fromMs + windowMs, atMs);
    if (atMs + lackingMs <= fallsOutMs) return atMs + lackingMs;
    lackingMs -= fallsOutMs - atMs;
    // As much falls out of the window as comes into it.
    atMs = Math.max(toMs + windowMs, fallsOutMs);
  }
  return atMs + Math.max(0, lackingMs);
}

const keyOf = ({ member, zone }: { member: Member; zone: number }): string => `${zone}:${member.subject.id}`;

/** Somebody comes to a zone again and again: told when all visits of a time together are too long, over when it has left. Then it counts anew. */
export const loiteringSum = (condition: TrackConditionOf<'loitering'>, scene: Scene): KindRun =>
  new Visitors(condition, scene);

class Visitors implements KindRun {
  readonly #condition: TrackConditionOf<'loitering'>;
  readonly #scene: Scene;
  readonly #limits: { limitMs: number; windowMs: number };
  readonly #visitors = new Map<string, Visitor>();

  constructor(condition: TrackConditionOf<'loitering'>, scene: Scene) {
    this.#condition = condition;
    this.#scene = scene;
    this.#limits = { limitMs: condition.limitS * 1000, windowMs: condition.sumWithinS * 1000 };
  }

  entered(member: Member, zone: number, atUtcMs: number): void {
    const key = keyOf({ member, zone });
    const sinceMs = this.#scene.known.of(atUtcMs);
    const known = this.#visitors.get(key);
    if (known?.isTold === true) Object.assign(known, { sinceMs });
    else if (known !== undefined) Object.assign(known, { sinceMs, sinceUtcMs: atUtcMs });
    else {
      const nothing = { visits: [], leftMs: 0, bestMs: 0, isTold: false, isGone: false };
      this.#visitors.set(key, { member, zone, sinceMs, sinceUtcMs: atUtcMs, ...nothing });
    }
  }

  left(member: Member, zone: number, { utcMs }: { utcMs: number }): void {
    const visitor = this.#visitors.get(keyOf({ member, zone }));
    if (visitor === undefined || visitor.sinceMs === null) return;
    visitor.leftMs = this.#scene.known.of(utcMs);
    visitor.visits.push({ fromMs: visitor.sinceMs, toMs: visitor.leftMs });
    visitor.visits = visitor.visits.filter(({ toMs }) => toMs > visitor.leftMs - this.#limits.windowMs);
    visitor.bestMs = Math.max(visitor.bestMs, sumOf(visitor.visits, this.#limits.windowMs));
    visitor.sinceMs = null;
  }

  gone(member: Member): void {
    for (const zone of member.zones.keys()) {
      const visitor = this.#visitors.get(keyOf({ member, zone }));
      if (visitor !== undefined) visitor.isGone = true;
    }
  }

  dueUtcMs(): number {
    return leastOf(this.#visitors.values(), (visitor) => this.#dueOf(visitor));
  }

  fallDue(atUtcMs: number): void {
    for (const [key, visitor] of this.#visitors) {
      if (this.#dueOf(visitor) > atUtcMs) continue;
      if (visitor.sinceMs !== null) this.#tell(key, visitor, atUtcMs);
      else this.#forget(key, visitor);
    }
  }

  #dueOf({ visits, sinceMs, leftMs, isTold, isGone }: Visitor): number {
    const { known } = this.#scene;
    if (sinceMs !== null) return isTold ? never : known.utcMs(sumReachedAt(visits, sinceMs, this.#limits));
    if (isTold) return known.utcMs(leftMs + this.#condition.mayLeaveS * 1000);
    return known.utcMs(isGone ? leftMs : leftMs + this.#limits.windowMs);
  }

  #tell(key: string, visitor: Visitor, atUtcMs: number): void {
    visitor.isTold = true;
    const { sinceUtcMs, member } = visitor;
    const why = [this.#reasonOf(visitor)];
    this.#scene.episodes.begin({ key, sinceUtcMs, why, subjectIds: [member.subject.id] }, atUtcMs);
  }

  #forget(key: string, visitor: Visitor): void {
    const { known, episodes } = this.#scene;
    this.#visitors.delete(key);
    const atUtcMs = known.utcMs(visitor.leftMs);
    const { limitMs } = this.#limits;
    if (visitor.isTold) episodes.end(key, atUtcMs);
    else episodes.fellShort({ ms: visitor.bestMs, limitMs }, atUtcMs, this.#reasonOf(visitor));
  }

  #reasonOf({ member, zone }: Visitor): Reason {
    const placeId = this.#scene.zoneIds[zone] ?? null;
    return timeReason(member, 'stayedInAllS', { limitS: this.#condition.limitS, placeId });
  }
}
