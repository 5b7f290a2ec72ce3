/** A corner of what is drawn, in fractions of the picture, 0..1. */
export interface Corner {
  x: number;
  y: number;
}

/** What has corners: how many at least and at most, and whether the last joins the first. */
export interface ShapeForm {
  min: number;
  max: number;
  isClosed: boolean;
}

/** An area. */
export const areaForm: ShapeForm = { min: 3, max: 32, isClosed: true };
/** A line of a few pieces. */
export const lineForm: ShapeForm = { min: 2, max: 10, isClosed: false };

const held = (value: number): number => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000));

const between = (a: Corner, b: Corner): Corner => ({ x: held((a.x + b.x) / 2), y: held((a.y + b.y) / 2) });

/** The corners with one moved to a place; it never leaves the picture. */
export const withCorner = (corners: readonly Corner[], index: number, to: Corner): Corner[] =>
  corners.map((corner, at) => (at === index ? { x: held(to.x), y: held(to.y) } : corner));

/** The middle between a corner and the next one. */
export const middleAfter = (corners: readonly Corner[], index: number): Corner => {
  const corner = corners[index] ?? { x: 0.5, y: 0.5 };
  return between(corner, corners[(index + 1) % corners.length] ?? corner);
};

/** Sides of a shape, by the corner at which each begins. */
export const sidesOf = (corners: readonly Corner[], { isClosed }: ShapeForm): number[] =>
  corners.map((_, index) => index).slice(0, isClosed ? undefined : -1);

/** The corners with a new one in the middle of the side after `index`, at the end of a line of the last one; unchanged when there are as many as there may be. */
export const withNewCorner = (corners: readonly Corner[], index: number, form: ShapeForm = areaForm): Corner[] => {
  if (corners.length >= form.max) return [...corners];
  const side = form.isClosed ? index : Math.min(index, corners.length - 2);
  return corners.toSpliced(side + 1, 0, middleAfter(corners, side));
};

/** The corners without one; unchanged when nothing would be left. */
export const withoutCorner = (corners: readonly Corner[], index: number, { min }: ShapeForm = areaForm): Corner[] =>
  corners.length <= min ? [...corners] : corners.toSpliced(index, 1);

/** A new area in the middle of the picture, moved a little for each that is there already. */
export function firstCorners(areasBefore: number): Corner[] {
  const shift = (areasBefore % 5) * 0.04;
  return [
    { x: 0.3, y: 0.35 },
    { x: 0.7, y: 0.35 },
    { x: 0.7, y: 0.75 },
    { x: 0.3, y: 0.75 },
  ].map(({ x, y }) => ({ x: held(x + shift), y: held(y + shift) }));
}
