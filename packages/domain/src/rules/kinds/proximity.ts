import type { TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import type { Subject, SubjectSights } from '../subjects.ts';
import { leastOf, never, type KindRun, type Scene } from '../scene.ts';

type Proximity = TrackConditionOf<'proximity'>;

interface Pair {
  subjects: readonly [Subject, Subject];
  sinceKnownMs: number;
  sinceUtcMs: number;
  looks: number;
  heights: number;
  isTold: boolean;
  /** Known time since which they were seen apart; null while they are near. */
  apartKnownMs: number | null;
}

/** Rows of the feet that differ by more are at another depth: near in the picture and not on the ground. */
const maxDepth = 0.25;
const minLooks = 3;
const closesAfterMs = 2000;
/** Whoever gets out of a vehicle that just stopped is no hazard. */
const getsOutMs = 10_000;
const justStopped = (subject: Subject, atUtcMs: number): boolean =>
  subject.class === 'vehicle' && subject.restSinceUtcMs !== null && atUtcMs - subject.restSinceUtcMs < getsOutMs;

/** Sizes a second above which something moves. */
const movesAt = 0.15;

function isMoving({ last, before }: Subject): boolean {
  if (before === null || last.atUtcMs === before.atUtcMs) return false;
  const way = Math.hypot(
    last.box.x + last.box.width / 2 - before.box.x - before.box.width / 2,
    last.box.y + last.box.height - before.box.y - before.box.height,
  );
  return (way / last.box.height / (last.atUtcMs - before.atUtcMs)) * 1000 >= movesAt;
}

/** The height that distances are measured by: of the persons among the two, or of who is nearer where there is none. */
function yardstick(pair: readonly Subject[]): number {
  const persons = pair.filter((subject) => subject.class === 'person');
  const heights = (persons.length > 0 ? persons : pair).map((subject) => subject.last.box.height);
  return heights.reduce((sum, height) => sum + height, 0) / heights.length;
}

/** How many heights apart two subjects stand; null when they are at different depths. */
function heightsApart([first, second]: readonly [Subject, Subject]): number | null {
  const [a, b] = [first.last.box, second.last.box];
  const [footA, footB] = [a.y + a.height, b.y + b.height];
  if (Math.abs(footA - footB) > maxDepth * Math.max(a.height, b.height)) return null;
  const gap = Math.max(0, Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width));
  return Math.hypot(gap, footA - footB) / yardstick([first, second]);
}

/** A person and a vehicle, or whoever is asked for, come too near to each other while one of them moves. */
export const proximity = (condition: Proximity, scene: Scene): KindRun => new NearPairs(condition, scene);

class NearPairs implements KindRun {
  readonly #condition: Proximity;
  readonly #scene: Scene;
  readonly #pairs = new Map<string, Pair>();

  constructor(condition: Proximity, scene: Scene) {
    this.#condition = condition;
    this.#scene = scene;
  }

  looked(atUtcMs: number, told: readonly SubjectSights[]): void {
    const seen = new Set(told.map(({ subject }) => subject));
    for (const first of seen)
      if (this.#isAskedFor(first))
        for (const second of seen)
          if (second !== first && this.#condition.otherClasses.includes(second.class))
            this.#compare([first, second], atUtcMs);
    for (const pair of this.#pairs.values())
      if (pair.subjects.some((subject) => !seen.has(subject))) pair.apartKnownMs ??= this.#scene.known.of(atUtcMs);
  }

  dueUtcMs(): number {
    return leastOf(this.#pairs.values(), (pair) => this.#dueOf(pair));
  }

  fallDue(atUtcMs: number): void {
    for (const [key, pair] of this.#pairs) {
      if (this.#dueOf(pair) > atUtcMs) continue;
      if (pair.apartKnownMs === null) this.#tell(key, pair, atUtcMs);
      else {
        this.#pairs.delete(key);
        this.#scene.episodes.end(key, this.#scene.known.utcMs(pair.apartKnownMs));
      }
    }
  }

  /** Whether a subject is one that the rule counts, in one of its zones. */
  #isAskedFor(subject: Subject): boolean {
    return this.#scene.members.get(subject)?.zones.some((zone) => zone.enteredAtUtcMs !== null) === true;
  }

  #dueOf({ apartKnownMs, isTold, looks, sinceKnownMs }: Pair): number {
    const { known } = this.#scene;
    if (apartKnownMs !== null) return known.utcMs(apartKnownMs + closesAfterMs);
    return isTold || looks < minLooks ? never : known.utcMs(sinceKnownMs + this.#condition.forS * 1000);
  }

  #compare(subjects: readonly [Subject, Subject], atUtcMs: number): void {
    const key = subjects
      .map(({ id }) => id)
      .toSorted()
      .join('+');
    const sinceKnownMs = this.#scene.known.of(atUtcMs);
    const pair = this.#pairs.get(key);
    const heights = heightsApart(subjects);
    const isNear =
      heights !== null &&
      heights <= this.#condition.distance &&
      (pair?.isTold === true || subjects.some(isMoving)) &&
      !subjects.some((subject) => justStopped(subject, atUtcMs));
    if (!isNear) {
      if (pair !== undefined) pair.apartKnownMs ??= sinceKnownMs;
      return;
    }
    const near = pair ?? { subjects, sinceKnownMs, sinceUtcMs: atUtcMs, looks: 0, heights, isTold: false };
    const [looks, least] = [near.looks + 1, Math.min(near.heights, heights)];
    this.#pairs.set(key, Object.assign(near, { looks, heights: least, apartKnownMs: null }));
  }

  #tell(key: string, pair: Pair, atUtcMs: number): void {
    pair.isTold = true;
    const value = Math.round(pair.heights * 10) / 10;
    const placeId = this.#scene.zoneIds[0] ?? null;
    const limit = this.#condition.distance;
    const why = { what: 'heightsApart' as const, value, limit, placeId, class: null, score: null };
    const subjectIds = pair.subjects.map((subject) => subject.id);
    this.#scene.episodes.begin({ key, sinceUtcMs: pair.sinceUtcMs, why: [why], subjectIds }, atUtcMs);
  }
}
