import type { EntranceContent } from '@sightline/contracts/entrances/entrance-link';
import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import type { CameraFact, LookFact } from '../rules/facts.ts';
import { startLine, watchLine, type LineState } from '../rules/line-watch.ts';
import { standPoint } from '../rules/stand-point.ts';
import { Subjects, type Subject, type SubjectSights } from '../rules/subjects.ts';

/** What of an entrance is counted by. */
export type CountedEntrance = Pick<EntranceContent, 'line' | 'inSide' | 'classes'>;

/** Somebody went through an entrance. */
export interface Passage {
  entranceId: string;
  way: 'in' | 'out';
  atUtcMs: number;
}

/** What facts tell: who went through, and from when to when somebody looked. */
export interface Count {
  passages: Passage[];
  watched: { fromUtcMs: number; toUtcMs: number } | null;
}

/** Who was never seen clearer than this is nobody; as for alert rules. */
const minScore = 0.5;
/** Without a word for so long nobody looked: the clock was set forwards, or the worker hung. */
const longestGapMs = 60_000;
/** A look from so long before another is by a clock that was set back. */
const backwardsMs = 1000;

/** What an entrance knows of one subject. */
interface Walker {
  point: PicturePoint | null;
  line: LineState;
  /** Was seen clearly once. */
  isClear: boolean;
}

interface Gate {
  entrance: CountedEntrance;
  walkers: WeakMap<Subject, Walker>;
}

const startGate = (entrance: CountedEntrance): Gate => ({ entrance, walkers: new WeakMap() });

/**
 * Counts at the entrances of one camera: facts in, passages out. Without a clock, so that the same facts count alike live and in a replay.
 * Lines are judged as those of alert rules: by feet, over all tracks of a subject, and a flicker at the line is no passage.
 */
export class EntranceCounter {
  #gates = new Map<string, Gate>();
  #subjects = new Subjects();
  #sequence = -1;
  #lastLookUtcMs = Number.NEGATIVE_INFINITY;
  /** Until then it is known who went through; null before anything was told, and while nobody looks. */
  #watchedUntilUtcMs: number | null = null;
  /** Nobody looks: only a look ends that. */
  #isBlind = false;

  /** Counts at these entrances, by their ids, from now on. One that stayed the same keeps who stands at its line. */
  configure(entrances: ReadonlyMap<string, CountedEntrance>): void {
    const before = this.#gates;
    this.#gates = new Map(
      [...entrances].map(([id, entrance]) => {
        const known = before.get(id);
        const isSame = known !== undefined && JSON.stringify(known.entrance) === JSON.stringify(entrance);
        return [id, isSame ? known : startGate(entrance)];
      }),
    );
  }

  /** Takes in a fact. One that was taken in already, or is older than the newest, counts nothing. */
  step(fact: CameraFact): Count {
    if (fact.kind !== 'tick') {
      if (fact.sequence <= this.#sequence) return { passages: [], watched: null };
      this.#sequence = fact.sequence;
    }
    if (fact.kind === 'look') return this.#look(fact);
    if (fact.kind === 'blind') {
      this.#isBlind = true;
      this.#watchedUntilUtcMs = null;
    }
    // Nothing new was there to look at until then.
    const isSeen = fact.kind === 'tick' && !this.#isBlind;
    return { passages: [], watched: isSeen ? this.#watch(fact.atUtcMs) : null };
  }

  #look(fact: LookFact): Count {
    if (fact.atUtcMs < this.#lastLookUtcMs - backwardsMs) {
      this.#subjects = new Subjects();
      this.#watchedUntilUtcMs = null;
    }
    this.#lastLookUtcMs = fact.atUtcMs;
    this.#isBlind = false;
    const watched = this.#watch(fact.atUtcMs);
    const told = this.#subjects.look(fact);
    const passages = [...this.#gates].flatMap(([entranceId, gate]) =>
      told.flatMap((one) => passagesOf(gate, one).map((passage) => ({ ...passage, entranceId }))),
    );
    this.#subjects.forget(fact.atUtcMs);
    return { passages, watched };
  }

  #watch(toUtcMs: number): Count['watched'] {
    const fromUtcMs = this.#watchedUntilUtcMs;
    if (fromUtcMs !== null && toUtcMs <= fromUtcMs) return null;
    this.#watchedUntilUtcMs = toUtcMs;
    return fromUtcMs === null || toUtcMs - fromUtcMs > longestGapMs ? null : { fromUtcMs, toUtcMs };
  }
}

/** Passages of one subject by what was seen of it now. */
function passagesOf({ entrance, walkers }: Gate, { subject, sights }: SubjectSights): Omit<Passage, 'entranceId'>[] {
  if (!entrance.classes.includes(subject.class)) return [];
  const walker: Walker = walkers.get(subject) ?? { point: null, line: startLine(), isClear: false };
  walkers.set(subject, walker);
  // Who was seen clearly once is the same when turning the back to the camera.
  walker.isClear ||= subject.score >= minScore;
  return sights.flatMap(({ atUtcMs, box }) => {
    walker.point = standPoint(box, { subject, before: walker.point });
    const seen = { atUtcMs, point: walker.point, width: box.width };
    const { crossing } = watchLine(walker.line, entrance.line, seen);
    // Who walks up is often seen clearly only at the line: the way to it is known by then.
    if (crossing === null || !walker.isClear) return [];
    return [{ way: crossing.to === entrance.inSide ? ('in' as const) : ('out' as const), atUtcMs: crossing.atUtcMs }];
  });
}
