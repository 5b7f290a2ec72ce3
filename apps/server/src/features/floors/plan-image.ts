import { planBytes, planSidePx } from '@sightline/contracts/floors/floor';
import { AppError } from '@sightline/contracts/shared/errors';

/** What a file of a plan is, read from its own bytes. */
export interface PlanImage {
  mediaType: 'image/png' | 'image/jpeg' | 'image/webp';
  extension: 'png' | 'jpg' | 'webp';
  widthPx: number;
  heightPx: number;
}

interface Size {
  widthPx: number;
  heightPx: number;
}

const ascii = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.subarray(at, at + text.length).toString('latin1') === text;

/** A PNG with its header first and its end last: nothing hangs behind it. */
function pngSize(bytes: Buffer): Size | null {
  const isWhole =
    bytes.length >= 57 && bytes.readUInt32BE(0) === 0x89_50_4e_47 && bytes.readUInt32BE(4) === 0x0d_0a_1a_0a;
  if (!isWhole || bytes.readUInt32BE(8) !== 13 || !ascii(bytes, 12, 'IHDR') || !ascii(bytes, bytes.length - 8, 'IEND'))
    return null;
  return { widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20) };
}

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** A JPEG whose segments lead to a frame, and which ends where its file ends. */
function jpegSize(bytes: Buffer): Size | null {
  const isWhole =
    bytes.length >= 20 && bytes.readUInt16BE(0) === 0xff_d8 && bytes.readUInt16BE(bytes.length - 2) === 0xff_d9;
  if (!isWhole) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return { heightPx: bytes.readUInt16BE(at + 5), widthPx: bytes.readUInt16BE(at + 7) };
    // Picture data, or an end, before any frame.
    if (marker === 0xda || marker === 0xd9 || marker < 0xc0) return null;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** A WebP of one picture: lossy, lossless, or the extended form without movement. */
function webpSize(bytes: Buffer): Size | null {
  const isWhole =
    bytes.length >= 30 &&
    ascii(bytes, 0, 'RIFF') &&
    ascii(bytes, 8, 'WEBP') &&
    bytes.readUInt32LE(4) + 8 === bytes.length;
  if (!isWhole) return null;
  if (ascii(bytes, 12, 'VP8 ') && bytes.readUIntBE(23, 3) === 0x9d_01_2a)
    return { widthPx: bytes.readUInt16LE(26) & 0x3f_ff, heightPx: bytes.readUInt16LE(28) & 0x3f_ff };
  if (ascii(bytes, 12, 'VP8L') && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21);
    return { widthPx: (bits & 0x3f_ff) + 1, heightPx: ((bits >>> 14) & 0x3f_ff) + 1 };
  }
  const moves = ((bytes[20] ?? 0) & 0x02) !== 0;
  if (ascii(bytes, 12, 'VP8X') && !moves)
    return { widthPx: bytes.readUIntLE(24, 3) + 1, heightPx: bytes.readUIntLE(27, 3) + 1 };
  return null;
}

const kinds = [
  { mediaType: 'image/png', extension: 'png', sizeOf: pngSize },
  { mediaType: 'image/jpeg', extension: 'jpg', sizeOf: jpegSize },
  { mediaType: 'image/webp', extension: 'webp', sizeOf: webpSize },
] as const;

/**
 * Reads what a plan is from its bytes, whatever its sender called it. Drawings with scripts (SVG), documents and files
 * with something behind the picture are `plan_not_a_picture`; a few bytes that claim more than a browser can show are
 * `plan_too_large`.
 */
export function readPlanImage(file: Uint8Array): PlanImage {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length > planBytes) throw new AppError('plan_too_large');
  for (const { mediaType, extension, sizeOf } of kinds) {
    const size = sizeOf(bytes);
    if (size === null || size.widthPx < 1 || size.heightPx < 1) continue;
    if (size.widthPx > planSidePx || size.heightPx > planSidePx) throw new AppError('plan_too_large', { ...size });
    return { mediaType, extension, ...size };
  }
  throw new AppError('plan_not_a_picture');
}
