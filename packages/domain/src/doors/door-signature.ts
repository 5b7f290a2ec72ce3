import { doorColumns, doorPoints, doorRows, type PicturePart } from './door-grid.ts';

const version = 1;
const head = 11;
const fractions = 65_535;
/** The part that it is of is as exact as this. */
const exact = 0.004;
/** Levels are logarithms from 2.4 to 5.6: a byte holds them in steps that nobody sees. */
const steps = 60;
const lowest = 2;

const partNumbers = ({ x, y, width, height }: PicturePart): number[] => [x, y, width, height];

/** A look of a door as its server keeps it, without knowing what it says. `part`: what of the picture it is of. */
export function writeSignature(levels: Float32Array, part: PicturePart): Uint8Array {
  const bytes = new Uint8Array(head + doorPoints);
  bytes.set([version, doorColumns, doorRows]);
  for (const [index, share] of partNumbers(part).entries()) {
    const value = Math.round(share * fractions);
    bytes.set([value >> 8, value & 255], 3 + 2 * index);
  }
  for (let at = 0; at < doorPoints; at++)
    bytes[head + at] = Math.max(0, Math.min(255, Math.round((levels[at]! - lowest) * steps)));
  return bytes;
}

/** What was written of this part; null for what another version wrote, or nobody, or of another part: the area was moved since. */
export function readSignature(bytes: Uint8Array, part: PicturePart): Float32Array | null {
  const [writtenBy, columns, rows] = bytes;
  if (bytes.length !== head + doorPoints || writtenBy !== version || columns !== doorColumns || rows !== doorRows)
    return null;
  const isOfPart = partNumbers(part).every((share, index) => {
    const at = 3 + 2 * index;
    return Math.abs((bytes[at]! * 256 + bytes[at + 1]!) / fractions - share) <= exact;
  });
  return isOfPart ? Float32Array.from({ length: doorPoints }, (_, at) => bytes[head + at]! / steps + lowest) : null;
}
