/** A corner of an area in fractions of the picture, 0..1. */
export interface Corner {
  x: number;
  y: number;
}

export const minCorners = 3;
export const maxCorners = 32;

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

/** The corners with a new one in the middle of the side after `index`; unchanged when there are as many as there may be. */
export const withNewCorner = (corners: readonly Corner[], index: number): Corner[] =>
  corners.length >= maxCorners ? [...corners] : corners.toSpliced(index + 1, 0, middleAfter(corners, index));

/** The corners without one; unchanged when no area would be left. */
export const withoutCorner = (corners: readonly Corner[], index: number): Corner[] =>
  corners.length <= minCorners ? [...corners] : corners.toSpliced(index, 1);

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
