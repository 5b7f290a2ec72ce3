import type { Corner } from './corners.ts';

/** An arrow on the picture. */
export interface Arrow {
  from: Corner;
  to: Corner;
}

/** A line's middle, with the directions to its two sides; all in a picture that is `aspect` wide and 1 high. */
export interface Sides {
  middle: Corner;
  left: Corner;
  right: Corner;
}

const scaled = ({ x, y }: Corner, aspect: number): Corner => ({ x: x * aspect, y });

/** The middle of the longest piece of a line, and the way to each side of who walks along it. With y downwards the right hand is clockwise. */
export function sidesOfLine(points: readonly Corner[], aspect: number): Sides {
  const pieces = points.slice(1).map((to, index) => [scaled(points[index]!, aspect), scaled(to, aspect)] as const);
  const lengthOf = ([a, b]: readonly [Corner, Corner]): number => Math.hypot(b.x - a.x, b.y - a.y);
  const [a, b] = pieces.reduce((best, piece) => (lengthOf(piece) > lengthOf(best) ? piece : best));
  const length = lengthOf([a, b]) || 1;
  const right = { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
  return {
    middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    right,
    left: { x: -right.x, y: -right.y },
  };
}

const away = (from: Corner, way: Corner, length: number): Corner => ({
  x: from.x + way.x * length,
  y: from.y + way.y * length,
});

/** How far an arrow reaches over the line, as a share of the picture's height. */
const reach = 0.09;

/** The arrows of a direction over a line: to one side, or both. */
export function crossingArrows({ middle, left, right }: Sides, direction: string): Arrow[] {
  const to = { left: [left], right: [right] }[direction] ?? [left, right];
  return to.map((way) => ({ from: away(middle, way, -0.02), to: away(middle, way, reach) }));
}

/** Where the word for a side stands. */
export const wordPlace = ({ middle }: Sides, way: Corner): Corner => away(middle, way, reach + 0.065);

const centreOf = (points: readonly Corner[]): Corner => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/** The arrow of a heading in the middle of a zone: degrees clockwise from the top, in a picture that counts as square, as the core judges ways. */
export function headingArrow(points: readonly Corner[], heading: number, aspect: number): Arrow {
  const middle = scaled(centreOf(points), aspect);
  const angle = (heading * Math.PI) / 180;
  const drawn = scaled({ x: Math.sin(angle), y: -Math.cos(angle) }, aspect);
  const length = Math.hypot(drawn.x, drawn.y);
  const way = { x: drawn.x / length, y: drawn.y / length };
  return { from: away(middle, way, -0.1), to: away(middle, way, 0.1) };
}

/** From the first of two lines to the second. */
export const wayBetween = (first: Sides, second: Sides): Arrow => ({ from: first.middle, to: second.middle });

/** The tip of an arrow as a path, in hundredths of the picture's height. */
export function tipOf({ from, to }: Arrow): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const way = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const across = { x: -way.y, y: way.x };
  const back = away(to, way, -0.03);
  const [one, other] = [away(back, across, 0.018), away(back, across, -0.018)];
  return [one, to, other].map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x * 100} ${y * 100}`).join(' ');
}
