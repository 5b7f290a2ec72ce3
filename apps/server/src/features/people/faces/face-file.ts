import { facePicture } from '@sightline/contracts/people/person';
import { AppError } from '@sightline/contracts/shared/errors';

interface Size {
  widthPx: number;
  heightPx: number;
}

function pngSize(bytes: Buffer): Size | null {
  const isPng =
    bytes.length >= 33 && bytes.readUInt32BE(0) === 0x89_50_4e_47 && bytes.readUInt32BE(4) === 0x0d_0a_1a_0a;
  if (!isPng || bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20) };
}

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** A JPEG whose segments lead to a frame. What phones hang behind the picture is nobody's harm: it is not read. */
function jpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 20 || bytes.readUInt16BE(0) !== 0xff_d8) return null;
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

/** Refuses what is no JPEG or PNG, whatever its sender called it, and a few bytes that claim more than a core can hold. */
export function requireFaceFile(file: Uint8Array): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length > facePicture.bytes) throw new AppError('face_file_too_large');
  const size = jpegSize(bytes) ?? pngSize(bytes);
  if (size === null || size.widthPx < 1 || size.heightPx < 1) throw new AppError('face_file_not_a_picture');
  const { widthPx, heightPx } = size;
  if (Math.max(widthPx, heightPx) > facePicture.sidePx || widthPx * heightPx > facePicture.pixels)
    throw new AppError('face_file_too_large', { ...size });
}
