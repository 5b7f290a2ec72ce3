import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import type { DoorPosition } from '@sightline/contracts/doors/door-link';
import { DoorGrid, doorPoints, type GreyPicture, type PicturePart } from './door-grid.ts';
import { lightBetween, stepsOf, type Steps } from './door-likeness.ts';
import { blended, type DoorLight, type DoorMatch, type LookState, matchLight, tellingPoints } from './door-looks.ts';

/** One picture of a door. */
export interface DoorPicture {
  picture: GreyPicture;
  atUtcMs: number;
  /** Where people and things are that move about. */
  covers: readonly PicturePart[];
}

/** How a door is since when. */
export interface ToldState {
  state: DoorPosition;
  sinceUtcMs: number;
}

/** What is around the door fits as well in the same light. */
const sameLight = 0.8;
const ringOfAjar = 0.93;
/** Less of what tells to be seen, and the door is as it was. */
const enoughVisible = 0.15;
/** Shares that make a door closed or open, to become it and to stay it. */
const closedFrom = { become: 0.9, stay: 0.84 };
const openFrom = { become: 0.85, stay: 0.75 };
/** In another light than those that are known only borders tell: how alike they must be, and how much more than the other's. */
const bordersOf = { closed: { least: 0.55, more: 0.3 }, open: { least: 0.42, more: 0.18 } };
/** Of a light in which one look is known: so little of it is left when the door is the other way. */
const leftOfOther = 0.25;
/** Something stands in it: at the foot it is like neither look, above it is like one, and what lies before the door has changed too. */
const blockedBy = { below: 0.25, above: 0.12, ringBelow: 0.86 };
/** How long a state must be seen before it is told, ms. */
const settles = { closed: 350, open: 350, ajar: 350, blocked: 1_000, unsure: 1_400 } as const;
/** Between two pictures so much of what is seen of the door moved: it swings, or light changes. */
const movingStep = 0.06;
/** Nothing moved for so long: what is seen may be learnt. */
const stillMs = 1_500;
/** Light that came at once is followed for so long: the door was not moved in it. */
const lightComesMs = 4_000;
const followsMs = 60_000;
const mostLights = 6;
/** Somebody who stays in an open door blocks it. */
const staysMs = 8_000;
/** Nobody looked for so long: how the door is must be seen anew. */
const longestGapMs = 90_000;

/** Sees of one door whether it is closed, ajar or open, from its pictures and two looks. Its time is that of the pictures. */
export class DoorSight {
  readonly grid: DoorGrid;
  #lights: DoorLight[];
  #telling: Float32Array;
  #before: Steps | null = null;
  #lastUtcMs = Number.NEGATIVE_INFINITY;
  #told: ToldState | null = null;
  #next: ToldState | null = null;
  #stillSinceUtcMs: number | null = null;
  #coveredSinceUtcMs: number | null = null;
  /** The state that was sure when the light became another one, as long as it may be followed. */
  #carried: { state: LookState; untilUtcMs: number } | null = null;
  #wasBlocked = false;
  #lightChangedUtcMs = Number.NEGATIVE_INFINITY;
  #sure: { state: LookState; utcMs: number } | null = null;
  /** How the picture before the last compared, for whoever asks why. */
  lastMatch: DoorMatch | null = null;

  /** `looks`: brightness of the points as a person confirmed it. */
  constructor(area: readonly PicturePoint[], looks: Record<LookState, Float32Array>) {
    this.grid = new DoorGrid(area);
    const [closed, open] = [stepsOf(looks.closed), stepsOf(looks.open)];
    this.#lights = [{ closed, open, usedUtcMs: 0 }];
    this.#telling = tellingPoints(this.grid, { closed, open });
  }

  /** Takes a picture; answers how the door is from when on, where that became otherwise. */
  look({ picture, atUtcMs, covers }: DoorPicture): ToldState | null {
    return this.see(this.grid.sample(picture), { atUtcMs, covers });
  }

  /** The same for points that were sampled already. */
  see(levels: Float32Array, { atUtcMs, covers }: Omit<DoorPicture, 'picture'>): ToldState | null {
    if (atUtcMs <= this.#lastUtcMs) return null;
    if (atUtcMs - this.#lastUtcMs > longestGapMs) this.#beginAnew();
    const now = stepsOf(levels);
    const covered = this.grid.coveredBy(covers);
    this.#noteMotion(now, covered, atUtcMs);
    const match = this.#bestMatch(now, covered);
    this.lastMatch = match;
    const seen = this.#stateOf(match, { now, covered, atUtcMs });
    this.#before = now;
    this.#lastUtcMs = atUtcMs;
    return seen === null ? null : this.#settle(seen, atUtcMs);
  }

  /** Something is seen that is not told yet. */
  get isUndecided(): boolean {
    return this.#next !== null;
  }

  /** Nobody looks: from an instant on nothing is known. */
  lose(): void {
    this.#beginAnew();
  }

  #beginAnew(): void {
    this.#before = null;
    this.#next = null;
    this.#told = null;
    this.#stillSinceUtcMs = null;
    this.#coveredSinceUtcMs = null;
    this.#carried = null;
    this.#sure = null;
  }

  #bestMatch(now: Steps, covered: Uint8Array): DoorMatch {
    const parts = { grid: this.grid, telling: this.#telling, covered };
    // Mostly it is the light of the picture before.
    const byUse = this.#lights.toSorted((one, other) => other.usedUtcMs - one.usedUtcMs);
    let best: DoorMatch | null = null;
    for (const light of byUse) {
      const match = matchLight(now, light, parts);
      if (best === null || match.ring > best.ring) best = match;
      if (best.ring >= ringOfAjar) break;
    }
    return best!;
  }

  #noteMotion(now: Steps, covered: Uint8Array, atUtcMs: number): void {
    if (this.#before === null) return;
    const { levels } = this.#before;
    const isSeen = (at: number): boolean => covered[at] === 0;
    const light = lightBetween(now.levels, levels, (at) => isSeen(at) && this.grid.apart[at] === 1);
    let [sum, count, around, aroundCount] = [0, 0, 0, 0];
    for (let at = 0; at < doorPoints; at++) {
      if (!isSeen(at)) continue;
      const step = Math.abs(now.levels[at]! - levels[at]! - light);
      if (this.grid.inside[at] === 1) {
        sum += step;
        count++;
      } else if (this.grid.apart[at] === 1) {
        around += step;
        aroundCount++;
      }
    }
    const isMoving = count > 0 && sum / count > movingStep;
    // What changes around the door as well is light.
    const isLight = Math.abs(light) > 0.25 || (aroundCount > 0 && around / aroundCount > movingStep);
    if (isLight) this.#lightChangedUtcMs = atUtcMs;
    if (isLight && this.#sure !== null && atUtcMs - this.#sure.utcMs <= lightComesMs)
      this.#carried ??= { state: this.#sure.state, untilUtcMs: atUtcMs + lightComesMs };
    this.#stillSinceUtcMs = isMoving || isLight ? null : (this.#stillSinceUtcMs ?? atUtcMs);
    // A door that swings, or somebody at it, is no light.
    if (isMoving && !isLight) this.#carried = null;
  }

  /** How the door seems now; null where it is as it was. */
  #stateOf(match: DoorMatch, seen: { now: Steps; covered: Uint8Array; atUtcMs: number }): DoorPosition | null {
    if (match.visible < enoughVisible) return this.#covered(seen.atUtcMs);
    this.#coveredSinceUtcMs = null;
    if (match.ring < sameLight) return this.#inOtherLight(seen);
    match.light.usedUtcMs = seen.atUtcMs;
    const { closed, open } = match.light;
    const state = closed !== null && open !== null ? this.#inKnownLight(match) : this.#inHalfKnownLight(match, seen);
    if (state === 'closed' || state === 'open') this.#follow(state, match, seen);
    return state;
  }

  /** Somebody stands before it. One who stays where the door is open keeps it from closing. */
  #covered(atUtcMs: number): DoorPosition | null {
    this.#coveredSinceUtcMs ??= atUtcMs;
    const isOpen = this.#told?.state === 'open' || this.#told?.state === 'ajar' || this.#told?.state === 'blocked';
    return isOpen && atUtcMs - this.#coveredSinceUtcMs >= staysMs ? 'blocked' : null;
  }

  #inKnownLight(match: DoorMatch): DoorPosition {
    const told = this.#told?.state;
    if (match.closed >= (told === 'closed' ? closedFrom.stay : closedFrom.become)) return 'closed';
    if (match.open >= (told === 'open' ? openFrom.stay : openFrom.become)) return 'open';
    const isBlocked =
      match.neitherBelow >= blockedBy.below &&
      match.neitherAbove <= blockedBy.above &&
      match.ringBelow < blockedBy.ringBelow;
    if (isBlocked) return 'blocked';
    // A shadow that lies over door and wall is no door that moves.
    return match.ring < ringOfAjar ? 'unsure' : 'ajar';
  }

  /** Only one look is known in this light: the other is learnt when the whole door is otherwise. */
  #inHalfKnownLight(
    match: DoorMatch,
    { now, covered, atUtcMs }: { now: Steps; covered: Uint8Array; atUtcMs: number },
  ): DoorPosition {
    const known: LookState = match.light.closed === null ? 'open' : 'closed';
    const other: LookState = known === 'open' ? 'closed' : 'open';
    if (match[known] >= closedFrom.stay) return known;
    const reference = this.#reference(now, covered);
    const [own, others] = [reference[`${known}Borders`], reference[`${other}Borders`]];
    if (match[known] > leftOfOther || !this.#isStill(atUtcMs) || covered.includes(1)) return 'unsure';
    if (others < bordersOf[other].least - 0.05 || others - own < bordersOf[other].more / 2) return 'unsure';
    match.light[other] = now;
    return other;
  }

  #inOtherLight({ now, covered, atUtcMs }: { now: Steps; covered: Uint8Array; atUtcMs: number }): DoorPosition {
    const reference = this.#reference(now, covered);
    const alikeOf = (state: LookState): boolean => {
      const [own, other] = [
        reference[`${state}Borders`],
        reference[state === 'open' ? 'closedBorders' : 'openBorders'],
      ];
      return own >= bordersOf[state].least && own - other >= bordersOf[state].more;
    };
    const carried = this.#carried !== null && atUtcMs <= this.#carried.untilUtcMs ? this.#carried.state : null;
    const isCarried =
      carried !== null &&
      reference[`${carried}Borders`] >= reference[carried === 'open' ? 'closedBorders' : 'openBorders'];
    const state = isCarried ? carried : alikeOf('closed') ? 'closed' : alikeOf('open') ? 'open' : null;
    // What stood in a door when the light changed must not become its look.
    if (state === null || (this.#wasBlocked && state === 'open') || covered.includes(1) || !this.#isStill(atUtcMs))
      return 'unsure';
    this.#learn(state, now, atUtcMs);
    return state;
  }

  /** By the looks that a person confirmed. */
  #reference(now: Steps, covered: Uint8Array): DoorMatch {
    return matchLight(now, this.#lights[0]!, { grid: this.grid, telling: this.#telling, covered });
  }

  #isStill(atUtcMs: number): boolean {
    return this.#stillSinceUtcMs !== null && atUtcMs - this.#stillSinceUtcMs >= stillMs;
  }

  /** A light that is new: the one that was not used for longest gives way, but never what a person confirmed. */
  #learn(state: LookState, now: Steps, atUtcMs: number): void {
    this.#carried = null;
    // In the same light as before it is the other look.
    const last = this.#lights.toSorted((a, b) => b.usedUtcMs - a.usedUtcMs)[0]!;
    if (last[state] === null && last.usedUtcMs > this.#lightChangedUtcMs) {
      last[state] = now;
      return;
    }
    const light: DoorLight = { closed: null, open: null, usedUtcMs: atUtcMs };
    light[state] = now;
    this.#lights.push(light);
    if (this.#lights.length <= mostLights) return;
    const oldest = this.#lights.slice(1).toSorted((a, b) => a.usedUtcMs - b.usedUtcMs)[0]!;
    this.#lights = this.#lights.filter((known) => known !== oldest);
  }

  /** Light that changes slowly changes the look with it. */
  #follow(
    state: LookState,
    match: DoorMatch,
    { now, covered, atUtcMs }: { now: Steps; covered: Uint8Array; atUtcMs: number },
  ): void {
    this.#sure = { state, utcMs: atUtcMs };
    if (covered.includes(1) || !this.#isStill(atUtcMs) || match[state] < openFrom.become) return;
    const look = match.light[state];
    if (look === null) return;
    const share = 1 - Math.exp(-Math.min(atUtcMs - this.#lastUtcMs, 10_000) / followsMs);
    // What a person confirmed stays as it is: a copy follows the light.
    if (match.light === this.#lights[0] && this.#lights.length === 1) this.#lights.push({ ...match.light });
    const followed = match.light === this.#lights[0] ? this.#lights[1]! : match.light;
    if (followed[state] !== null) followed[state] = blended(followed[state], now, share);
  }

  #settle(state: DoorPosition, atUtcMs: number): ToldState | null {
    if (state === this.#told?.state) {
      this.#next = null;
      return null;
    }
    const next = this.#next?.state === state ? this.#next : { state, sinceUtcMs: atUtcMs };
    const isSettled = atUtcMs - next.sinceUtcMs >= settles[state];
    this.#next = isSettled ? null : next;
    if (!isSettled) return null;
    this.#told = next;
    if (state !== 'unsure') this.#wasBlocked = state === 'blocked';
    return next;
  }
}
