import type { RgbImage } from '../../../platform/pictures/rgb-image.ts';

/** How a picture lies in its file: 1 upright, 2-8 mirrored and turned, as EXIF counts. */
export function orientationOf(bytes: Buffer): number {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff_d8) return 1;
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xda || marker === 0xd9) return 1;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xe1 && bytes.toString('latin1', at + 4, at + 10) === 'Exif\0\0')
      return inTiff(bytes.subarray(at + 10, Math.min(end, bytes.length)));
    at = end;
  }
  return 1;
}

const orientationTag = 0x01_12;

function inTiff(tiff: Buffer): number {
  if (tiff.length < 8) return 1;
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return 1;
  const count = short(first);
  for (let index = 0; index < count; index += 1) {
    const at = first + 2 + index * 12;
    if (at + 12 > tiff.length) return 1;
    if (short(at) !== orientationTag) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Where the pixel of an upright picture stands in the file, for each way in which that may lie. */
const sources: Record<number, (x: number, y: number, file: { width: number; height: number }) => [number, number]> = {
  2: (x, y, { width }) => [width - 1 - x, y],
  3: (x, y, { width, height }) => [width - 1 - x, height - 1 - y],
  4: (x, y, { height }) => [x, height - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, { height }) => [y, height - 1 - x],
  7: (x, y, { width, height }) => [width - 1 - y, height - 1 - x],
  8: (x, y, { width }) => [width - 1 - y, x],
};

/** The picture upright. */
export function upright(image: RgbImage, orientation: number): RgbImage {
  const source = sources[orientation];
  if (source === undefined) return image;
  const isTurned = orientation >= 5;
  const width = isTurned ? image.height : image.width;
  const height = isTurned ? image.width : image.height;
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = source(x, y, image);
      const from = (fromY * image.width + fromX) * 3;
      data.set(image.data.subarray(from, from + 3), (y * width + x) * 3);
    }
  return { width, height, data };
}
