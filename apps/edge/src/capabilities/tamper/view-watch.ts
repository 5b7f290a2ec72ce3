import { type PictureVitals, verdictOf } from '@sightline/domain/rules/pictures/picture-vitals';
import type { LumaPlane } from '../motion/luma-grid.ts';
import { viewColumns, viewRows } from './edge-map.ts';
import { createSeeing, type SeenView } from './seen-view.ts';
import { EdgeMatching, likenessOf, UsualView } from './usual-view.ts';

/** Pictures are compared this seldom. */
const everyMs = 2_000;
/** What is known does for a verdict from so many pictures on, over at least so long a time. */
const minSamples = 60;
const minLearnMs = 5 * 60_000;
/** Fewer points of edges say too little of where the camera looks. */
const minUsual = 150;
/** A camera that has looked elsewhere for so long looks there on purpose. */
const acceptsMs = 24 * 3_600_000;
/** A camera of which every so many pictures are not quite equal has a sensor that trembles. */
const trembles = 0.95;
/** How far a view is searched for, and how finely at first. */
const search = { columns: Math.round(viewColumns * 0.14), rows: Math.round(viewRows * 0.14), step: 2, points: 600 };
/** Only what is not where it was is searched for. */
const searchBelow = 0.5;

const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));
const percent = (share: number): number => byte(share * 100);

/** Compares the pictures of one camera with what it usually shows. Its time is that of the pictures. */
export class ViewWatch {
  readonly #see = createSeeing();
  #usual: UsualView | null;
  #lastUtcMs: number | null = null;
  #learningSinceUtcMs: number | null = null;
  #movedSinceUtcMs: number | null = null;
  #stillSinceUtcMs: number | null = null;
  #hidden: Uint8Array | null = null;
  /** Something was learnt since `keep` was called last. */
  #isNew = false;

  /** `usual`: what a former program learnt. */
  constructor(usual: UsualView | null = null) {
    this.#usual = usual;
  }

  /** What it has learnt since it was asked last; null when nothing. */
  keep(): UsualView | null {
    if (!this.#isNew || this.#usual === null || !this.#isLearnt(this.#usual)) return null;
    this.#isNew = false;
    return this.#usual;
  }

  /** Points that nobody may see, 1 each; null when there are none. What was learnt of them is forgotten. */
  hide(points: Uint8Array | null): void {
    this.#hidden = points;
    if (points !== null) this.#usual?.forget(points);
  }

  /** Another stream or a long pause: what stands still is not known. */
  reset(): void {
    this.#lastUtcMs = null;
    this.#stillSinceUtcMs = null;
  }

  /** Whether a picture of this instant is to be compared. */
  isDue(atUtcMs: number): boolean {
    return this.#lastUtcMs === null || atUtcMs < this.#lastUtcMs || atUtcMs >= this.#lastUtcMs + everyMs;
  }

  /** What a picture is beside the usual ones of its stream; null while nothing is learnt yet. */
  assess(plane: LumaPlane, { atUtcMs, streamId }: { atUtcMs: number; streamId: string }): PictureVitals | null {
    const isFirst = this.#lastUtcMs === null || atUtcMs < this.#lastUtcMs;
    this.#lastUtcMs = atUtcMs;
    const seen = this.#see(plane);
    this.#stillSinceUtcMs = seen.isStill && !isFirst ? (this.#stillSinceUtcMs ?? atUtcMs) : null;
    if (this.#usual?.streamId !== streamId) this.#begin(streamId);
    const usual = this.#usual!;
    this.#learningSinceUtcMs ??= atUtcMs;
    const isLearning =
      !this.#isLearnt(usual) || (usual.samples < 2 * minSamples && atUtcMs - this.#learningSinceUtcMs < minLearnMs);
    if (isLearning) {
      this.#learn(seen);
      return null;
    }
    const vitals = this.#compare(usual, seen, atUtcMs);
    this.#follow(seen, vitals, atUtcMs);
    return vitals;
  }

  #begin(streamId: string): void {
    this.#usual = new UsualView(streamId);
    this.#learningSinceUtcMs = null;
    this.#movedSinceUtcMs = null;
  }

  #isLearnt({ samples }: UsualView): boolean {
    return samples >= minSamples;
  }

  #learn(seen: SeenView): void {
    this.#usual!.learn(seen, this.#hidden);
    this.#isNew = true;
  }

  /** What was done to a camera never becomes usual by itself, but for a view that was chosen and stays. */
  #follow(seen: SeenView, vitals: PictureVitals, atUtcMs: number): void {
    const verdict = verdictOf(vitals);
    if (verdict !== 'moved') this.#movedSinceUtcMs = null;
    else this.#movedSinceUtcMs ??= atUtcMs;
    if (this.#movedSinceUtcMs !== null && atUtcMs - this.#movedSinceUtcMs >= acceptsMs)
      this.#begin(this.#usual!.streamId);
    // What does not even tremble is no picture of now, or of a camera that never does.
    if (this.#stillSinceUtcMs !== null && this.#usual!.changes >= trembles) return;
    if (verdict === 'clear' || verdict === 'unsure' || verdict === 'unknown' || this.#usual!.samples === 0)
      this.#learn(seen);
  }

  #compare(view: UsualView, seen: SeenView, atUtcMs: number): PictureVitals {
    const { usual } = view;
    const matching = new EdgeMatching(usual, seen.wide);
    const matched = matching.shareAt({ columns: 0, rows: 0, every: 1 });
    const every = Math.max(1, Math.floor(usual.at.length / search.points));
    const shifted = matched < searchBelow ? bestShift(matching, every) : { match: matched, share: 0 };
    const stillMs = this.#stillSinceUtcMs === null || view.changes < trembles ? 0 : atUtcMs - this.#stillSinceUtcMs;
    return {
      judgedEdges: usual.at.length < minUsual ? 0 : byte(usual.at.length / 10),
      mean: byte(seen.mean),
      usualMean: byte(view.mean),
      spread: byte(seen.spread),
      spreadShare: percent(seen.spread / Math.max(1, view.spread)),
      bright: percent(seen.bright),
      matched: percent(matched),
      matchedShifted: percent(shifted.match),
      shift: percent(shifted.share),
      blocked: percent(matching.blockedShare()),
      edges: percent(seen.edges / Math.max(1, view.edges)),
      sharpness: percent(seen.sharpness / Math.max(0.001, view.sharpness)),
      likeness: percent(likenessOf(view.cells, seen.cells)),
      stillS: byte(stillMs / 1000),
    };
  }
}

/** The shift after which most of the usual edges are found, and how far it is as a share of the picture. */
function bestShift(matching: EdgeMatching, every: number): { match: number; share: number } {
  let best = { match: 0, columns: 0, rows: 0 };
  const tryAt = (columns: number, rows: number): void => {
    const match = matching.shareAt({ columns, rows, every });
    if (match > best.match) best = { match, columns, rows };
  };
  for (let rows = -search.rows; rows <= search.rows; rows += search.step)
    for (let columns = -search.columns; columns <= search.columns; columns += search.step) tryAt(columns, rows);
  const { columns, rows } = best;
  for (let down = -1; down <= 1; down++) for (let right = -1; right <= 1; right++) tryAt(columns + right, rows + down);
  return { match: best.match, share: Math.hypot(best.columns / viewColumns, best.rows / viewRows) };
}
