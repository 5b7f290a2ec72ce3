import type { MotionFact, PictureFact, SpotsFact } from '@sightline/domain/rules/facts';
import { motionColumns, motionRows } from '@sightline/contracts/events/motion';
import { roundedSpots } from '@sightline/domain/look-packs/rounded-looks';
import type { MotionPicture, ToldLook, ToldTraits } from '../recognise/recogniser.ts';
import type { PictureVitals } from '@sightline/domain/rules/pictures/picture-vitals';
import type { ToldFact } from '@sightline/domain/rules/told-fact';

/** How far a camera was looked at, twice a second. */
export interface FeedState {
  /** Everything until then came and was compared. */
  seenUntilUtcMs: number;
  nowMs: number;
  /** A look waits or is under way. */
  isEngaged: boolean;
  canInfer: boolean;
  isSilent: boolean;
}

type ToldMotion = Omit<MotionFact, 'sequence'>;
type ToldPicture = Omit<PictureFact, 'sequence'>;

/** A look that is not given for so long is not given: the machine is overloaded. */
const overloadedMs = 5_000;
const cells = motionColumns * motionRows;

/** Puts looks, motion and their absence of one camera in the order of their instants: a look is done long after its picture came. */
export class FactFeed {
  readonly #emit: (facts: ToldFact[]) => void;
  #isReporting = false;
  /** The second that is not over yet. */
  #second: { atS: number; levels: Uint8Array; isGlobal: boolean } | null = null;
  /** Seconds, and what pictures are, that wait for a look at a picture before. */
  #waiting: (ToldMotion | ToldPicture)[] = [];
  #toldUtcMs = 0;
  #sees: 'all' | 'motion' | 'nothing' = 'all';
  /** When the look that is under way was found to be wanted. */
  #engagedSinceMs: number | null = null;

  constructor(emit: (facts: ToldFact[]) => void) {
    this.#emit = emit;
  }

  get isReporting(): boolean {
    return this.#isReporting;
  }

  /** Whether anybody judges this camera from now on. */
  setReporting(isReporting: boolean): void {
    if (isReporting === this.#isReporting) return;
    this.#isReporting = isReporting;
    this.#begin();
  }

  /** What moved in a picture; several of one second add up. */
  motion({ cells: levels, isGlobal }: MotionPicture, atUtcMs: number): void {
    if (!this.#isReporting) return;
    const atS = Math.floor(atUtcMs / 1000);
    if (this.#second !== null && this.#second.atS !== atS) this.#endSecond();
    this.#second ??= { atS, levels: new Uint8Array(cells), isGlobal: false };
    for (let cell = 0; cell < cells; cell++)
      if (levels[cell]! > this.#second.levels[cell]!) this.#second.levels[cell] = levels[cell]!;
    this.#second.isGlobal ||= isGlobal;
  }

  /** What a picture is beside the usual ones of its camera. */
  picture(vitals: PictureVitals, atUtcMs: number): void {
    if (this.#isReporting) this.#waiting.push({ kind: 'picture', atUtcMs, vitals });
  }

  /** A look, and what became known by it. */
  looked(look: ToldLook | ToldTraits): void {
    if (!this.#isReporting) return;
    this.#engagedSinceMs = null;
    this.#sees = 'all';
    this.#tell([...this.#motionUntil(look.atUtcMs), look]);
  }

  /** What a model of its own recognised in the picture that was looked at last. */
  spotted(spots: Omit<SpotsFact, 'sequence'>): void {
    if (this.#isReporting) this.#tell([...this.#motionUntil(spots.atUtcMs), roundedSpots(spots)]);
  }

  /** Time passes. */
  tick({ seenUntilUtcMs, nowMs, isEngaged, canInfer, isSilent }: FeedState): void {
    if (!this.#isReporting) return;
    this.#engagedSinceMs = isEngaged ? (this.#engagedSinceMs ?? nowMs) : null;
    const isOverloaded = this.#engagedSinceMs !== null && nowMs - this.#engagedSinceMs > overloadedMs;
    if (isSilent) return this.#blind('nothing');
    if (!canInfer || isOverloaded) this.#blind('motion');
    // What waits may be from before what is looked at now.
    else if (isEngaged) return;
    if (this.#second !== null && (this.#second.atS + 1) * 1000 <= seenUntilUtcMs) this.#endSecond();
    const motion = this.#motionUntil(Number.POSITIVE_INFINITY);
    const atUtcMs = Math.round(seenUntilUtcMs);
    this.#tell(atUtcMs > (motion.at(-1)?.atUtcMs ?? this.#toldUtcMs) ? [...motion, { kind: 'seen', atUtcMs }] : motion);
  }

  /** Nobody looks any more, or all began anew. */
  end(): void {
    if (!this.#isReporting) return;
    this.#blind('nothing');
    this.#begin();
  }

  #begin(): void {
    this.#second = null;
    this.#waiting = [];
    this.#toldUtcMs = 0;
    this.#sees = 'all';
    this.#engagedSinceMs = null;
  }

  /** It is not known what comes after what was told last. */
  #blind(sees: 'motion' | 'nothing'): void {
    if (this.#sees === sees || this.#sees === 'nothing') return;
    this.#sees = sees;
    // Of which nothing was told, nothing is known as it is.
    if (this.#toldUtcMs > 0) this.#tell([{ kind: 'blind', atUtcMs: this.#toldUtcMs, sees }]);
  }

  #endSecond(): void {
    const { atS, levels, isGlobal } = this.#second!;
    this.#second = null;
    this.#waiting.push({ kind: 'motion', atUtcMs: (atS + 1) * 1000, levels, isGlobal });
  }

  #motionUntil(utcMs: number): (ToldMotion | ToldPicture)[] {
    const ripe = this.#waiting.filter(({ atUtcMs }) => atUtcMs <= utcMs).toSorted((a, b) => a.atUtcMs - b.atUtcMs);
    this.#waiting = this.#waiting.filter(({ atUtcMs }) => atUtcMs > utcMs);
    return ripe;
  }

  #tell(facts: ToldFact[]): void {
    if (facts.length === 0) return;
    this.#toldUtcMs = Math.max(this.#toldUtcMs, facts.at(-1)!.atUtcMs);
    this.#emit(facts);
  }
}
