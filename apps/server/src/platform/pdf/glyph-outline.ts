/** A step of an outline as the font library tells it. */
export interface PathStep {
  command: string;
  args: number[];
}

interface Point {
  x: number;
  y: number;
  isOn: boolean;
}

/** Outline as points, and the last point of each contour. */
function pointsOf(steps: readonly PathStep[]): { points: Point[]; ends: number[] } {
  const points: Point[] = [];
  const ends: number[] = [];
  let start = 0;
  const add = (x = 0, y = 0, isOn = true): void => void points.push({ x: Math.round(x), y: Math.round(y), isOn });
  const close = (): void => {
    const [first, last] = [points[start], points.at(-1)];
    if (!first || !last || points.length === start) return;
    if (points.length - start > 1 && last.isOn && first.x === last.x && first.y === last.y) points.pop();
    ends.push(points.length - 1);
    start = points.length;
  };
  for (const { command, args } of steps) {
    if (command === 'moveTo') close();
    if (command === 'moveTo' || command === 'lineTo') add(args[0], args[1]);
    else if (command === 'quadraticCurveTo') {
      add(args[0], args[1], false);
      add(args[2], args[3]);
    } else if (command !== 'closePath') throw new Error(`a TrueType outline has no ${command}`);
  }
  close();
  return { points, ends };
}

/** The outline as a simple glyph of a TrueType font: plain 16 bit steps, no instructions, padded to 4 bytes. */
export function encodeGlyph(steps: readonly PathStep[]): Uint8Array {
  const { points, ends } = pointsOf(steps);
  if (ends.length === 0) return new Uint8Array();
  const bytes = 12 + ends.length * 2 + points.length * 5;
  const glyph = new Uint8Array(bytes + ((4 - (bytes % 4)) % 4));
  const view = new DataView(glyph.buffer);
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  for (const [at, value] of [ends.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].entries())
    view.setInt16(at * 2, value);
  let offset = 10;
  for (const end of ends) {
    view.setUint16(offset, end);
    offset += 2;
  }
  // After the length of the instructions, which is 0.
  offset += 2;
  for (const { isOn } of points) glyph[offset++] = isOn ? 1 : 0;
  for (const values of [xs, ys]) {
    let before = 0;
    for (const value of values) {
      view.setInt16(offset, value - before);
      offset += 2;
      before = value;
    }
  }
  return glyph;
}
