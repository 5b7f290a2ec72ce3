/** What fingers and mouse mean on a picture. */
export interface PictureActions {
  /** Goes on in time by ms, negative is back. */
  onSkip: (byMs: number) => void;
  /** The camera before or after this one, in the order of their names. */
  onNeighbour: (direction: 1 | -1) => void;
  /** One tap that no second one follows. */
  onTap: () => void;
  onFullScreen: () => void;
}

/** When and where a pointer stood. CSS pixels and ms. */
export interface PictureTouch {
  x: number;
  y: number;
  atMs: number;
}

const skipMs = 10_000;
const swipeFrom = 56;
const swipeWithinMs = 1000;
const tapSlack = 12;
const tapWithinMs = 350;
/** A second tap may follow so late; until then a first one means nothing yet. */
export const doubleTapMs = 300;
const doubleTapApart = 48;

/** What one finger did between its touch and its leaving. */
export function gestureOf(from: PictureTouch, to: PictureTouch): 'tap' | 'swipeLeft' | 'swipeRight' | null {
  const [dx, dy, took] = [to.x - from.x, to.y - from.y, to.atMs - from.atMs];
  if (Math.hypot(dx, dy) <= tapSlack) return took <= tapWithinMs ? 'tap' : null;
  if (took > swipeWithinMs || Math.abs(dx) < swipeFrom || Math.abs(dx) < 2 * Math.abs(dy)) return null;
  return dx < 0 ? 'swipeLeft' : 'swipeRight';
}

/** Whether two taps are one double tap. */
export const isDouble = (first: PictureTouch | null, second: PictureTouch): boolean =>
  first !== null &&
  second.atMs - first.atMs <= doubleTapMs &&
  Math.hypot(second.x - first.x, second.y - first.y) <= doubleTapApart;

/** Time runs from left to right in every language: the right half goes on, the left half back. */
export const skipAt = (x: number, width: number): number => (x < width / 2 ? -skipMs : skipMs);

/** Pages turn with the language: from right to left the next one comes from the left. */
export const neighbourOf = (swipe: 'swipeLeft' | 'swipeRight', isRightToLeft: boolean): 1 | -1 =>
  (swipe === 'swipeLeft') === isRightToLeft ? -1 : 1;
