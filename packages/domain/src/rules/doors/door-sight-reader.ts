import type { DoorSight } from '@sightline/contracts/alert-rules/door-sight-link';
import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import type { SeenBox } from '../facts.ts';
import { startLine, watchLine, type LineState } from '../line-watch.ts';
import { standPoint } from '../stand-point.ts';
import { Subjects, type Subject } from '../subjects.ts';
import type { ToldFact } from '../told-fact.ts';
import { ZoneMask } from '../zone-mask.ts';

/** What is read of a camera, and where it is looked for. */
export interface SightAsked {
  fromUtcMs: number;
  toUtcMs: number;
  line: readonly PicturePoint[];
  zones: readonly (readonly PicturePoint[])[];
}

/** Where one person stands with the line. */
interface Walker {
  number: number;
  line: LineState;
  point: PicturePoint | null;
}

/** As sure as rules are of whom they count. */
const minScore = 0.5;
/** Two facts that lie further apart are of before and after something that nobody saw. */
const longestGapMs = 60_000;
const most = { seen: 500, people: 500, passes: 500, who: 100, looks: 2_000 };

/**
 * Reads from what was told of a camera who crossed the line of a door, and who was before it, with the same subjects, feet and lines that
 * rules of cameras are judged by. It is told of the time before, too: who was there already, and whether anybody looked.
 */
export class DoorSightReader {
  readonly #asked: SightAsked;
  readonly #zones: readonly ZoneMask[];
  readonly #walkers = new Map<Subject, Walker>();
  readonly #people: string[] = [];
  readonly #passes: DoorSight['passes'] = [];
  readonly #lostUtcMs: number[] = [];
  readonly #looks = new Map<number, Set<number>>();
  readonly #seen: DoorSight['seen'] = [];
  #subjects = new Subjects();
  /** Since when it was looked without a break; null while nobody looks. */
  #looksSinceUtcMs: number | null = null;
  #toldUtcMs = Number.NEGATIVE_INFINITY;

  constructor(asked: SightAsked) {
    this.#asked = asked;
    this.#zones = asked.zones.map((corners) => new ZoneMask(corners));
  }

  /** What was told next; `isAnew`: something may be missing before it. */
  hear(facts: readonly ToldFact[], isAnew: boolean): void {
    if (isAnew) this.#goBlind();
    for (const fact of facts) this.#hearOne(fact);
  }

  /** What was seen in the time that was asked for. */
  sight(): DoorSight {
    this.#goBlind();
    const looks = [...this.#looks].toSorted(([a], [b]) => a - b).slice(0, most.looks);
    return {
      seen: this.#seen.slice(0, most.seen),
      people: this.#people,
      passes: this.#passes.slice(0, most.passes),
      lostUtcMs: this.#lostUtcMs.slice(0, most.passes),
      looks: looks.map(([atUtcMs, who]) => ({ atUtcMs, who: [...who].slice(0, most.who) })),
    };
  }

  #hearOne(fact: ToldFact): void {
    const { atUtcMs, kind } = fact;
    if (this.#looksSinceUtcMs !== null && atUtcMs - this.#toldUtcMs > longestGapMs) this.#goBlind();
    // Nobody knows anything of people before the next look at them.
    if (kind === 'look') this.#looksSinceUtcMs ??= atUtcMs;
    this.#toldUtcMs = Math.max(this.#toldUtcMs, atUtcMs);
    if (kind === 'blind') return this.#goBlind();
    if (kind !== 'look') return;
    this.#subjects.forget(atUtcMs);
    for (const { subject, sights } of this.#subjects.look({ ...fact, sequence: 0 }))
      if (this.#counts(subject)) for (const seen of sights) this.#see(subject, seen);
  }

  /** What was seen until now was seen; who is seen afterwards is somebody else. */
  #goBlind(): void {
    if (this.#looksSinceUtcMs === null) return;
    const { fromUtcMs, toUtcMs } = this.#asked;
    const span = {
      fromUtcMs: Math.round(Math.max(fromUtcMs, this.#looksSinceUtcMs)),
      toUtcMs: Math.round(Math.min(toUtcMs, this.#toldUtcMs)),
    };
    if (span.toUtcMs >= span.fromUtcMs) this.#seen.push(span);
    this.#looksSinceUtcMs = null;
    this.#subjects = new Subjects();
  }

  /** Who was seen clearly once still counts when he turns his back. */
  #counts(subject: Subject): boolean {
    return subject.class === 'person' && (this.#walkers.has(subject) || subject.score >= minScore);
  }

  #see(subject: Subject, { atUtcMs, box }: SeenBox): void {
    const walker = this.#walkers.get(subject) ?? { number: -1, line: startLine(), point: null };
    this.#walkers.set(subject, walker);
    const point = standPoint(box, { subject, before: walker.point });
    walker.point = point;
    const { line, zones } = this.#asked;
    const { crossing, wasLost } = watchLine(walker.line, line, { atUtcMs, point, width: box.width });
    const isAsked = (utcMs: number): boolean => utcMs >= this.#asked.fromUtcMs && utcMs <= this.#asked.toUtcMs;
    if (wasLost && isAsked(atUtcMs)) this.#lostUtcMs.push(Math.round(atUtcMs));
    if (crossing !== null && isAsked(crossing.atUtcMs)) {
      const to = crossing.to === 'right' ? 'towards' : 'away';
      const who = this.#numberOf(subject, walker);
      if (who !== null) this.#passes.push({ atUtcMs: Math.round(crossing.atUtcMs), to, who });
    }
    if (!isAsked(atUtcMs) || (zones.length > 0 && !this.#zones.some((zone) => zone.holds(point)))) return;
    const who = this.#numberOf(subject, walker);
    const look = this.#looks.get(Math.round(atUtcMs)) ?? new Set<number>();
    if (who !== null) this.#looks.set(Math.round(atUtcMs), look.add(who));
  }

  /** By which number somebody is named; null when there are too many already. */
  #numberOf({ id }: Subject, walker: Walker): number | null {
    if (walker.number >= 0) return walker.number;
    if (this.#people.length >= most.people) return null;
    walker.number = this.#people.push(id) - 1;
    return walker.number;
  }
}
