import { type BitReader, BitstreamError, createBitReader, removeEmulationPrevention } from './bit-reader.ts';
import type { SpsInfo } from './sps-info.ts';

const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);
const maxSide = 16_384;

/** Parses an H.264 SPS NAL unit (header byte included). Null when it is damaged or impossible. */
export function parseH264Sps(nal: Uint8Array): SpsInfo | null {
  if (nal.length < 4 || (nal[0]! & 0x1f) !== 7) return null;
  try {
    return readSps(removeEmulationPrevention(nal));
  } catch (error) {
    if (error instanceof BitstreamError) return null;
    throw error;
  }
}

function readSps(raw: Uint8Array): SpsInfo | null {
  const [profile, constraints, level] = [raw[1]!, raw[2]!, raw[3]!];
  const reader = createBitReader(raw.subarray(4));
  reader.ue();
  const format = highProfiles.has(profile)
    ? readHighProfile(reader)
    : { chroma: 1, luma: 8, chromaDepth: 8, separate: false };
  reader.ue();
  const pocType = readPictureOrder(reader);
  reader.ue();
  reader.skip(1);
  const widthMbs = reader.ue() + 1;
  const heightUnits = reader.ue() + 1;
  const frameOnly = reader.flag();
  if (!frameOnly) reader.skip(1);
  reader.skip(1);
  const crop = reader.flag()
    ? { left: reader.ue(), right: reader.ue(), top: reader.ue(), bottom: reader.ue() }
    : { left: 0, right: 0, top: 0, bottom: 0 };
  const arrayType = format.separate ? 0 : format.chroma;
  const unitX = arrayType === 1 || arrayType === 2 ? 2 : 1;
  const unitY = (arrayType === 1 ? 2 : 1) * (frameOnly ? 1 : 2);
  const width = widthMbs * 16 - (crop.left + crop.right) * unitX;
  const height = heightUnits * 16 * (frameOnly ? 1 : 2) - (crop.top + crop.bottom) * unitY;
  if (width <= 0 || height <= 0 || width > maxSide || height > maxSide) return null;
  // Damaged VUI must not lose a stream whose size is already known: cameras do write broken ones.
  const vui = readVuiSafely(reader);
  const neverReorders = profile === 66 || pocType === 2;
  const hex = [profile, constraints, level].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('');
  return {
    width,
    height,
    codecString: `avc1.${hex}`,
    fps: vui.fps,
    maxReorder: neverReorders ? 0 : vui.maxReorder,
    chromaFormat: format.chroma,
    bitDepthLuma: format.luma,
    bitDepthChroma: format.chromaDepth,
  };
}

function readHighProfile(reader: BitReader): { chroma: number; luma: number; chromaDepth: number; separate: boolean } {
  const chroma = reader.ue();
  const separate = chroma === 3 && reader.flag();
  const luma = reader.ue() + 8;
  const chromaDepth = reader.ue() + 8;
  reader.skip(1);
  if (reader.flag()) {
    for (let list = 0; list < (chroma === 3 ? 12 : 8); list++)
      if (reader.flag()) skipScalingList(reader, list < 6 ? 16 : 64);
  }
  return { chroma, luma, chromaDepth, separate };
}

function skipScalingList(reader: BitReader, size: number): void {
  let last = 8;
  let next = 8;
  for (let i = 0; i < size; i++) {
    if (next !== 0) next = (last + reader.se() + 256) % 256;
    last = next === 0 ? last : next;
  }
}

function readPictureOrder(reader: BitReader): number {
  const type = reader.ue();
  if (type === 0) reader.ue();
  else if (type === 1) {
    reader.skip(1);
    reader.se();
    reader.se();
    const cycle = reader.ue();
    if (cycle > 255) throw new BitstreamError('picture order cycle too long');
    for (let i = 0; i < cycle; i++) reader.se();
  }
  return type;
}

interface Vui {
  fps: number | null;
  maxReorder: number | null;
}

function readVuiSafely(reader: BitReader): Vui {
  const vui: Vui = { fps: null, maxReorder: null };
  try {
    if (reader.flag()) readVui(reader, vui);
  } catch (error) {
    if (!(error instanceof BitstreamError)) throw error;
  }
  return vui;
}

function readVui(reader: BitReader, vui: Vui): void {
  if (reader.flag() && reader.bits(8) === 255) reader.skip(32);
  if (reader.flag()) reader.skip(1);
  if (reader.flag()) {
    reader.skip(4);
    if (reader.flag()) reader.skip(24);
  }
  if (reader.flag()) {
    reader.ue();
    reader.ue();
  }
  if (reader.flag()) {
    const tick = reader.bits(32);
    const scale = reader.bits(32);
    reader.skip(1);
    if (tick > 0 && scale > 0) vui.fps = plausibleFps(scale / (2 * tick));
  }
  const nalHrd = reader.flag();
  if (nalHrd) skipHrd(reader);
  const vclHrd = reader.flag();
  if (vclHrd) skipHrd(reader);
  if (nalHrd || vclHrd) reader.skip(1);
  reader.skip(1);
  if (!reader.flag()) return;
  reader.skip(1);
  for (let i = 0; i < 4; i++) reader.ue();
  const reorder = reader.ue();
  if (reorder <= 16) vui.maxReorder = reorder;
}

function skipHrd(reader: BitReader): void {
  const count = reader.ue() + 1;
  if (count > 32) throw new BitstreamError('too many HRD entries');
  reader.skip(8);
  for (let i = 0; i < count; i++) {
    reader.ue();
    reader.ue();
    reader.skip(1);
  }
  reader.skip(20);
}

/** Frame rates outside 0.1 to 240 are nonsense that cameras do write. */
export function plausibleFps(fps: number): number | null {
  return fps >= 0.1 && fps <= 240 ? Math.round(fps * 1000) / 1000 : null;
}
