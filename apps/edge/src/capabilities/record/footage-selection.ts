import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { MediaUnit } from '@sightline/media/units/access-unit';
import type { HeldBudget } from './held-budget.ts';

/** What whoever looks at the pictures says of [fromUtcMs, untilUtcMs). Judgements follow one another in time. */
export interface Verdict {
  fromUtcMs: number;
  untilUtcMs: number;
  /** Something was there that is wanted. */
  isActive: boolean;
  /** Why nothing can be said of this camera just now; null while the judgement holds. */
  cause: ErrorCode | null;
}

export interface SelectionOptions {
  /** Footage kept before and after what is wanted. */
  preRollMs: number;
  postRollMs: number;
  /** Footage is being written: the rest of the group of pictures is written as well. */
  isWriting: boolean;
  /** Bound of what waits in memory, shared with other streams. */
  budget: HeldBudget;
}

/** A unit of a stream. `wallMs`: the instant that it is filed under. */
export interface TimedUnit {
  unit: MediaUnit;
  cut: boolean;
  wallMs: number;
}

/** What the recorder does next, in order: `write` this unit, or `skip`: what was written ends, and there is nothing from the instant on. */
export type SelectionStep = { kind: 'write'; unit: MediaUnit; cut: boolean } | { kind: 'skip'; fromMs: number };

/**
 * Decides which groups of pictures are written, while only some are wanted. A group waits in memory until it was judged:
 * wanted ones are written with their pre- and post-roll, quiet ones are let go. **What nobody judged is written**: when
 * judgements stay away, when they say that they do not hold, and when memory runs out. Pure: its time is that of the units.
 */
export interface FootageSelection {
  unit(timed: TimedUnit): SelectionStep[];
  assess(verdict: Verdict): SelectionStep[];
  /** The stream ends or changes: what waits is written unless it was judged quiet (`all`: whatever was judged). */
  settle(all?: boolean): SelectionStep[];
  /** From when on units wait, UTC ms; null when none does. */
  heldFromMs(): number | null;
  /** Null while judgements decide; else everything is written, and this is why. */
  blindCause(): ErrorCode | null;
  /** The shortest pre-roll that memory left since this was asked last, ms; null when all of it was there. */
  takeCut(): number | null;
}

interface Group {
  units: TimedUnit[];
  startMs: number;
  endMs: number;
  bytes: number;
}

interface Window {
  fromMs: number;
  toMs: number;
}

/** Judgements that are behind the pictures by more than this are not waited for: a group of ten seconds, and five to look. */
const assessLimitMs = 15_000;
/** Shorter holes between judgements are rounding. */
const holeMs = 2_000;
/** A file is not ended for a pause that may turn out to be none. */
const pauseMs = 2_000;

const writeOf = ({ unit, cut }: TimedUnit): SelectionStep => ({ kind: 'write', unit, cut });

/** Begins to select; nothing was judged yet. */
export function createFootageSelection(options: SelectionOptions): FootageSelection {
  return new Selection(options);
}

class Selection implements FootageSelection {
  readonly #options: SelectionOptions;
  #groups: Group[] = [];
  #windows: Window[] = [];
  #assessedMs = Number.NEGATIVE_INFINITY;
  #newestMs = Number.NEGATIVE_INFINITY;
  #cause: ErrorCode | null = null;
  /** The group that comes in is written as it comes. */
  #isOpen: boolean;
  /** What was written may go on: a file is open. */
  #hasFile = true;
  #cutMs: number | null = null;

  constructor(options: SelectionOptions) {
    this.#options = options;
    this.#isOpen = options.isWriting;
  }

  heldFromMs(): number | null {
    return this.#groups[0]?.startMs ?? null;
  }

  blindCause(): ErrorCode | null {
    return this.#cause;
  }

  takeCut(): number | null {
    const cutMs = this.#cutMs;
    this.#cutMs = null;
    return cutMs;
  }

  unit(timed: TimedUnit): SelectionStep[] {
    const { unit, wallMs } = timed;
    const isVideo = unit.kind === 'video';
    const steps: SelectionStep[] = [];
    if (isVideo && unit.key) this.#startGroup(wallMs, steps);
    if (isVideo) this.#newestMs = wallMs;
    if (this.#isOpen) {
      this.#hasFile = true;
      steps.push(writeOf(timed));
      return steps;
    }
    const group = this.#groups.at(-1);
    // Neither written nor held: whoever joins in the middle of a group waits for a keyframe.
    if (group === undefined) return steps;
    group.units.push(timed);
    group.bytes += unit.data.length;
    if (isVideo) group.endMs = Math.max(group.endMs, wallMs + 1);
    this.#boundBytes(steps);
    this.#boundTime(steps);
    return steps;
  }

  assess({ fromUtcMs, untilUtcMs, isActive, cause }: Verdict): SelectionStep[] {
    const steps: SelectionStep[] = [];
    if (cause !== null) {
      this.#goBlind(cause, steps);
      return steps;
    }
    // The clock of the stream was set back: what was judged belongs to another time.
    if (untilUtcMs < this.#assessedMs - holeMs) this.#assessedMs = Number.NEGATIVE_INFINITY;
    if (fromUtcMs > this.#assessedMs + holeMs) this.#windows.push({ fromMs: this.#assessedMs, toMs: fromUtcMs });
    this.#assessedMs = Math.max(this.#assessedMs, untilUtcMs);
    if (isActive)
      this.#windows.push({ fromMs: fromUtcMs - this.#options.preRollMs, toMs: untilUtcMs + this.#options.postRollMs });
    // Whoever was too late is relied on again when he has caught up well.
    if (this.#newestMs - untilUtcMs <= assessLimitMs / 2) this.#cause = null;
    this.#decide(steps);
    this.#forgetWindows();
    this.#noteHeld();
    return steps;
  }

  settle(all = false): SelectionStep[] {
    const steps: SelectionStep[] = [];
    for (const group of this.#groups) {
      if (all || this.#isWanted(group) || group.endMs > this.#assessedMs) this.#write(group, steps);
      else this.#skip(group, steps);
    }
    this.#groups = [];
    this.#noteHeld();
    this.#isOpen = false;
    // Whatever follows, a pause is told anew.
    this.#hasFile = true;
    return steps;
  }

  #startGroup(wallMs: number, steps: SelectionStep[]): void {
    if (wallMs < this.#newestMs - holeMs) this.#assessedMs = Number.NEGATIVE_INFINITY;
    const last = this.#groups.at(-1);
    if (last !== undefined) last.endMs = Math.max(last.endMs, wallMs);
    const isOpen = this.#cause !== null || this.#windows.some(({ fromMs, toMs }) => fromMs <= wallMs && wallMs < toMs);
    // Written in order of time, so that what waits is decided first.
    if (isOpen) steps.push(...this.settle());
    else this.#groups.push({ units: [], startMs: wallMs, endMs: wallMs + 1, bytes: 0 });
    this.#isOpen = isOpen;
  }

  /** Decides of what waits, oldest first; the group that still grows is never let go. */
  #decide(steps: SelectionStep[]): void {
    for (let group = this.#groups[0]; group !== undefined; group = this.#groups[0]) {
      const isLaterWanted = this.#groups.some((later) => later !== group && this.#isWanted(later));
      const isAssessed = group.endMs <= this.#assessedMs;
      const isGrowing = this.#groups.length === 1;
      if (this.#isWanted(group) || (isLaterWanted && !isAssessed)) {
        this.#write(group, steps);
        if (isGrowing) this.#isOpen = true;
      } else if (!isGrowing && (isLaterWanted || group.endMs <= this.#assessedMs - this.#options.preRollMs))
        this.#skip(group, steps);
      else return;
      this.#groups.shift();
    }
  }

  #write(group: Group, steps: SelectionStep[]): void {
    steps.push(...group.units.map(writeOf));
    this.#hasFile = true;
  }

  #skip({ startMs }: Group, steps: SelectionStep[]): void {
    if (this.#hasFile) steps.push({ kind: 'skip', fromMs: startMs });
    this.#hasFile = false;
  }

  /** Memory is bounded: the oldest group goes, and is written unless it was judged quiet. Then the pre-roll is shorter than wished. */
  #boundBytes(steps: SelectionStep[]): void {
    while (this.#noteHeld() > 0) {
      const group = this.#groups.shift()!;
      const isGrowing = this.#groups.length === 0;
      if (!isGrowing && group.endMs <= this.#assessedMs) {
        this.#skip(group, steps);
        this.#cutMs = Math.min(this.#cutMs ?? Number.POSITIVE_INFINITY, Math.max(0, this.#assessedMs - group.endMs));
      } else this.#write(group, steps);
      if (isGrowing) this.#isOpen = true;
    }
  }

  /** Answers how many bytes must go. */
  #noteHeld(): number {
    return this.#options.budget.note(
      this,
      this.#groups.reduce((sum, group) => sum + group.bytes, 0),
    );
  }

  /** Nobody is waited for without end, and a hold that lasts ends what was written before it. */
  #boundTime(steps: SelectionStep[]): void {
    const [oldest] = this.#groups;
    if (oldest === undefined) return;
    if (this.#newestMs - Math.max(this.#assessedMs, oldest.startMs) > assessLimitMs)
      this.#goBlind('recording_not_selective', steps);
    else if (this.#newestMs - oldest.startMs >= pauseMs) this.#skip(oldest, steps);
  }

  #goBlind(cause: ErrorCode, steps: SelectionStep[]): void {
    this.#cause = cause;
    if (this.#isOpen) return;
    // The group that still grows was not judged to its end.
    const growing = this.#groups.pop();
    steps.push(...this.settle());
    if (growing === undefined) return;
    this.#write(growing, steps);
    this.#isOpen = true;
  }

  #isWanted(group: Group): boolean {
    return this.#windows.some(({ fromMs, toMs }) => fromMs < group.endMs && toMs > group.startMs);
  }

  #forgetWindows(): void {
    const neededMs = Math.min(this.heldFromMs() ?? this.#newestMs, this.#newestMs);
    this.#windows = this.#windows.filter(({ toMs }) => toMs > neededMs);
  }
}
