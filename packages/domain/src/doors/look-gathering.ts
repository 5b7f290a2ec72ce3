import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import { DoorGrid, doorColumns, doorPoints, doorRows, type PicturePart } from './door-grid.ts';
import { alikeBorders, alikeLevels, lightBetween, stepsOf, type Steps } from './door-likeness.ts';
import { blended, tellingPoints } from './door-looks.ts';

/** A look that a place keeps for a time. `keepsake`: whatever was kept of the picture that showed it. */
export interface GatheredLook<Keepsake> {
  steps: Steps;
  seenMs: number;
  visits: number;
  atUtcMs: number;
  keepsake: Keepsake | null;
}

/** From one look to another, and how long that took. */
interface Change<Keepsake> {
  from: GatheredLook<Keepsake>;
  to: GatheredLook<Keepsake>;
  leftUtcMs: number;
  cameUtcMs: number;
}

/** Two looks between which a place goes to and fro; the more usual first. */
export interface LookPair<Keepsake> {
  looks: [GatheredLook<Keepsake>, GatheredLook<Keepsake>];
  changes: { leftUtcMs: number; cameUtcMs: number }[];
  /** Where they differ, as a share of the area, and the part of the picture that holds it. */
  share: number;
  part: PicturePart;
}

/** Nothing moves between two pictures when hardly a point changes by more than this. */
const stillStep = 0.15;
const stillShare = 0.03;
const stillMs = 600;
/** A look that is shown for so long is no part of a movement. */
const staysMs = 400;
/** As alike as this is the same look. */
const sameLook = 0.82;
/** What is around two looks of one door is as alike as this: in another light it is not the door that changed. */
const sameAround = 0.85;
const mostLooks = 6;
/** A look was seen well after so long, and so many times. */
const seenWellMs = 3_000;
const seenTimes = 2;
/** A door takes no longer from one look to the other, somebody who stands in it included. */
const longestChangeMs = 30_000;
const mostChanges = 12;
const followsShare = 0.02;

/** Gathers the looks of one place between which it goes to and fro, from pictures in which nobody is before it. Its time is that of the pictures. */
export class LookGathering<Keepsake> {
  readonly grid: DoorGrid;
  #looks: GatheredLook<Keepsake>[] = [];
  #changes: Change<Keepsake>[] = [];
  #before: Steps | null = null;
  #lastUtcMs = Number.NEGATIVE_INFINITY;
  #stillSinceUtcMs: number | null = null;
  #shown: { look: GatheredLook<Keepsake>; untilUtcMs: number } | null = null;
  /** Which look may be shown now, and since when. */
  #coming: { look: GatheredLook<Keepsake>; sinceUtcMs: number } | null = null;

  constructor(area: readonly PicturePoint[]) {
    this.grid = new DoorGrid(area);
  }

  /** Takes the points of a picture; `keep` is called when a look is seen from which nothing was kept. */
  see(
    levels: Float32Array,
    { atUtcMs, covers, keep }: { atUtcMs: number; covers: readonly PicturePart[]; keep: () => Keepsake | null },
  ): void {
    if (atUtcMs <= this.#lastUtcMs) return;
    const passedMs = Math.min(10_000, atUtcMs - this.#lastUtcMs);
    this.#lastUtcMs = atUtcMs;
    const covered = this.grid.coveredBy(covers);
    // Whoever is before it, or just beside it, also throws a shadow.
    if (covered.includes(1)) {
      this.#before = null;
      this.#stillSinceUtcMs = null;
      return;
    }
    const now = stepsOf(levels);
    const isStill = this.#before !== null && movedBetween(now, this.#before) < stillShare;
    this.#before = now;
    this.#stillSinceUtcMs = isStill ? (this.#stillSinceUtcMs ?? atUtcMs) : null;
    if (this.#stillSinceUtcMs === null || atUtcMs - this.#stillSinceUtcMs < stillMs) return;
    this.#show(now, { atUtcMs, passedMs, keep });
  }

  /** The two looks that were seen best, if both were seen well. */
  pair(): LookPair<Keepsake> | null {
    const well = this.#looks
      .filter(({ seenMs, visits, keepsake }) => seenMs >= seenWellMs && visits >= seenTimes && keepsake !== null)
      .toSorted((a, b) => b.seenMs - a.seenMs);
    for (const [index, first] of well.entries())
      for (const second of well.slice(index + 1)) {
        const pair = this.#pairOf(first, second);
        if (pair !== null) return pair;
      }
    return null;
  }

  #pairOf(first: GatheredLook<Keepsake>, second: GatheredLook<Keepsake>): LookPair<Keepsake> | null {
    const { around } = alikeness(first.steps, second.steps, this.grid);
    if (around < sameAround) return null;
    const changes = this.#changes.filter(
      ({ from, to }) => (from === first && to === second) || (from === second && to === first),
    );
    const telling = tellingPoints(this.grid, { closed: first.steps, open: second.steps });
    const differ = partOfPoints(telling, this.grid);
    if (differ === null) return null;
    return { looks: [first, second], changes, ...differ };
  }

  #show(
    now: Steps,
    { atUtcMs, passedMs, keep }: { atUtcMs: number; passedMs: number; keep: () => Keepsake | null },
  ): void {
    const look = this.#lookLike(now) ?? this.#begin(now, atUtcMs);
    if (this.#coming?.look !== look) this.#coming = { look, sinceUtcMs: atUtcMs };
    if (atUtcMs - this.#coming.sinceUtcMs < staysMs) return;
    if (this.#shown?.look === look) look.seenMs += passedMs;
    else this.#come(look, this.#coming.sinceUtcMs);
    look.keepsake ??= keep();
    look.steps = blended(look.steps, now, followsShare);
    this.#shown = { look, untilUtcMs: atUtcMs };
  }

  #come(look: GatheredLook<Keepsake>, atUtcMs: number): void {
    look.visits += 1;
    look.atUtcMs = atUtcMs;
    if (this.#shown === null || atUtcMs - this.#shown.untilUtcMs > longestChangeMs) return;
    const change = { from: this.#shown.look, to: look, leftUtcMs: this.#shown.untilUtcMs, cameUtcMs: atUtcMs };
    this.#changes = [...this.#changes.slice(1 - mostChanges), change];
  }

  #lookLike(now: Steps): GatheredLook<Keepsake> | null {
    let best: { look: GatheredLook<Keepsake>; alike: number } | null = null;
    for (const look of this.#looks) {
      const { all } = alikeness(now, look.steps, this.grid);
      if (all >= sameLook && (best === null || all > best.alike)) best = { look, alike: all };
    }
    return best?.look ?? null;
  }

  #begin(steps: Steps, atUtcMs: number): GatheredLook<Keepsake> {
    const look: GatheredLook<Keepsake> = { steps, seenMs: 0, visits: 0, atUtcMs, keepsake: null };
    if (this.#looks.length >= mostLooks) {
      const least = this.#looks.toSorted((a, b) => a.seenMs - b.seenMs)[0]!;
      this.#looks = this.#looks.filter((known) => known !== least);
      this.#changes = this.#changes.filter(({ from, to }) => from !== least && to !== least);
    }
    this.#looks.push(look);
    return look;
  }
}

/** The share of points that moved. */
function movedBetween(now: Steps, before: Steps): number {
  const light = lightBetween(now.levels, before.levels, () => true);
  let count = 0;
  for (let at = 0; at < doorPoints; at++)
    if (Math.abs(now.levels[at]! - before.levels[at]! - light) > stillStep) count++;
  return count / doorPoints;
}

/** How alike two pictures are in the area, where they are least alike of it, and around it. */
function alikeness(now: Steps, then: Steps, grid: DoorGrid): { all: number; around: number } {
  const borders = alikeBorders(now, then);
  const levels = alikeLevels(
    now.levels,
    then.levels,
    lightBetween(now.levels, then.levels, (at) => grid.apart[at] === 1),
  );
  let [inside, insideCount, around, aroundCount] = [0, 0, 0, 0];
  for (let at = 0; at < doorPoints; at++) {
    const alike = borders[at]! * levels[at]!;
    if (grid.inside[at] === 1) {
      inside += alike;
      insideCount++;
    } else if (grid.apart[at] === 1) {
      around += alike;
      aroundCount++;
    }
  }
  return { all: insideCount === 0 ? 0 : inside / insideCount, around: aroundCount === 0 ? 0 : around / aroundCount };
}

/** The part of the picture in which two looks differ, and how much of the area that is; null where it is next to nothing. */
function partOfPoints(telling: Float32Array, grid: DoorGrid): { share: number; part: PicturePart } | null {
  const columns = new Float32Array(doorColumns);
  const rows = new Float32Array(doorRows);
  let [count, inside] = [0, 0];
  for (let at = 0; at < doorPoints; at++) {
    inside += grid.inside[at]!;
    if (telling[at] === 0) continue;
    count++;
    columns[at % doorColumns]!++;
    rows[Math.floor(at / doorColumns)]!++;
  }
  if (count < 12) return null;
  const across = spanOf(columns);
  const down = spanOf(rows);
  const { part } = grid;
  return {
    share: count / inside,
    part: {
      x: part.x + (across.from / doorColumns) * part.width,
      y: part.y + (down.from / doorRows) * part.height,
      width: ((across.to + 1 - across.from) / doorColumns) * part.width,
      height: ((down.to + 1 - down.from) / doorRows) * part.height,
    },
  };
}

/** From the first to the last of which at least a quarter as much differs as where most does. */
function spanOf(counts: Float32Array): { from: number; to: number } {
  const least = Math.max(...counts) / 4;
  const from = counts.findIndex((count) => count >= least);
  return { from, to: counts.findLastIndex((count) => count >= least) };
}
