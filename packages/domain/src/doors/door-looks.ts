import { doorColumns, doorPoints, doorRows, type DoorGrid } from './door-grid.ts';
import { alikeBorders, alikeLevels, lightBetween, stepsOf, type Steps } from './door-likeness.ts';

/** What a look is of. */
export type LookState = 'closed' | 'open';

/** How a door looks in one light: both ways, or as far as is known. */
export interface DoorLight {
  closed: Steps | null;
  open: Steps | null;
  usedUtcMs: number;
}

/** How one picture of a door compares with what is known of it in one light. Shares 0-1 of what tells open from closed and is not covered. */
export interface DoorMatch {
  light: DoorLight;
  /** How well what is around the door fits: below a limit this is another light. */
  ring: number;
  /** The same of what is below the door. */
  ringBelow: number;
  /** Of what tells, so much is not covered. */
  visible: number;
  closed: number;
  open: number;
  /** Like neither, in all, in the upper and in the lower half. */
  neither: number;
  neitherAbove: number;
  neitherBelow: number;
  /** How alike the borders alone are. */
  closedBorders: number;
  openBorders: number;
}

/** A point tells when the two looks differ there by so much. */
const tells = 0.3;
/** A point is like a look from so much on, and by so much more than like the other. */
const alike = 0.45;
const margin = 0.15;
/** A point with borders as strong as this is judged by them, and hardly by its brightness. */
const bordered = 0.1;
const brightnessOfBordered = 0.25;

const isBelow = (at: number): boolean => at >= doorPoints / 2;
const isLowest = (at: number): boolean => at >= (doorRows - 4) * doorColumns;

/** How alike one picture is to a look at each point. */
function likeness(
  now: Steps,
  look: Steps,
  isAround: (at: number) => boolean,
): { all: Float32Array; borders: Float32Array } {
  const borders = alikeBorders(now, look);
  const levels = alikeLevels(now.levels, look.levels, lightBetween(now.levels, look.levels, isAround));
  const all = borders.map((border, at) => {
    const share = look.energy[at]! >= bordered ? brightnessOfBordered : 1;
    return border * (1 - share + share * levels[at]!);
  });
  return { all, borders };
}

/** How much each point of a door tells whether it is open, by two looks in one light; 0 around the door. */
export function tellingPoints(grid: DoorGrid, { closed, open }: { closed: Steps; open: Steps }): Float32Array {
  const { all } = likeness(closed, open, (at) => grid.inside[at] === 0);
  return all.map((value, at) => (grid.inside[at] === 1 && value < 1 - tells ? 1 - value : 0));
}

type SumName =
  | 'ring'
  | 'around'
  | 'ringBelow'
  | 'aroundBelow'
  | 'visible'
  | 'all'
  | 'closed'
  | 'open'
  | 'neither'
  | 'above'
  | 'below'
  | 'halfAbove'
  | 'halfBelow'
  | 'closedBorders'
  | 'openBorders';

/** Compares a picture with the looks of one light. */
export function matchLight(
  now: Steps,
  light: DoorLight,
  { grid, telling, covered }: { grid: DoorGrid; telling: Float32Array; covered: Uint8Array },
): DoorMatch {
  const isAround = (at: number): boolean => grid.inside[at] === 0 && covered[at] === 0;
  const closed = light.closed === null ? null : likeness(now, light.closed, isAround);
  const open = light.open === null ? null : likeness(now, light.open, isAround);
  const sums = { ring: 0, around: 0, ringBelow: 0, aroundBelow: 0, visible: 0, all: 0, closed: 0, open: 0 };
  const more = { neither: 0, above: 0, below: 0, halfAbove: 0, halfBelow: 0, closedBorders: 0, openBorders: 0 };
  for (let at = 0; at < doorPoints; at++) {
    sums.all += telling[at]!;
    if (covered[at] === 1) continue;
    const [likeClosed, likeOpen] = [closed?.all[at] ?? 0, open?.all[at] ?? 0];
    if (grid.inside[at] === 0) {
      const best = Math.max(likeClosed, likeOpen);
      if (grid.apart[at] === 1) {
        sums.ring += best;
        sums.around++;
      }
      if (isLowest(at)) {
        sums.ringBelow += best;
        sums.aroundBelow++;
      }
      continue;
    }
    const weight = telling[at]!;
    sums.visible += weight;
    more.closedBorders += weight * (closed?.borders[at] ?? 0);
    more.openBorders += weight * (open?.borders[at] ?? 0);
    more[isBelow(at) ? 'halfBelow' : 'halfAbove'] += weight;
    if (likeClosed > alike && likeClosed > likeOpen + margin) sums.closed += weight;
    else if (likeOpen > alike && likeOpen > likeClosed + margin) sums.open += weight;
    else if (Math.max(likeClosed, likeOpen) <= alike) {
      more.neither += weight;
      more[isBelow(at) ? 'below' : 'above'] += weight;
    }
  }
  return matchOf(light, { ...sums, ...more });
}

/** Sums as shares of what there was to see. */
function matchOf(light: DoorLight, sums: Record<SumName, number>): DoorMatch {
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  return {
    light,
    ring: share(sums.ring, sums.around),
    ringBelow: share(sums.ringBelow, sums.aroundBelow),
    visible: share(sums.visible, sums.all),
    closed: share(sums.closed, sums.visible),
    open: share(sums.open, sums.visible),
    neither: share(sums.neither, sums.visible),
    neitherAbove: share(sums.above, sums.halfAbove),
    neitherBelow: share(sums.below, sums.halfBelow),
    closedBorders: share(sums.closedBorders, sums.visible),
    openBorders: share(sums.openBorders, sums.visible),
  };
}

/** A look a little more like what is seen now. */
export const blended = (look: Steps, now: Steps, share: number): Steps =>
  stepsOf(look.levels.map((level, at) => level + (now.levels[at]! - level) * share));
