import { type BitReader, BitstreamError, createBitReader, removeEmulationPrevention } from './bit-reader.ts';
import { plausibleFps } from './h264-sps.ts';
import type { SpsInfo } from './sps-info.ts';

const maxSide = 16_384;

/** The 12 bytes of general profile, tier and level, as `hvcC` repeats them. */
export interface H265ProfileTierLevel {
  general: Uint8Array;
  maxSubLayers: number;
  temporalIdNested: boolean;
}

/** Parses an H.265 SPS NAL unit (2 header bytes included). Null when it is damaged or impossible. */
export function parseH265Sps(nal: Uint8Array): (SpsInfo & H265ProfileTierLevel) | null {
  if (nal.length < 15 || ((nal[0]! >> 1) & 0x3f) !== 33) return null;
  try {
    return readSps(removeEmulationPrevention(nal));
  } catch (error) {
    if (error instanceof BitstreamError) return null;
    throw error;
  }
}

function readSps(raw: Uint8Array): (SpsInfo & H265ProfileTierLevel) | null {
  if (raw.length < 15) return null;
  const maxSubLayers = ((raw[2]! >> 1) & 7) + 1;
  const general = raw.slice(3, 15);
  const reader = createBitReader(raw.subarray(15));
  skipSubLayerLevels(reader, maxSubLayers - 1);
  reader.ue();
  const chromaFormat = reader.ue();
  const separate = chromaFormat === 3 && reader.flag();
  const codedWidth = reader.ue();
  const codedHeight = reader.ue();
  const crop = reader.flag()
    ? { left: reader.ue(), right: reader.ue(), top: reader.ue(), bottom: reader.ue() }
    : { left: 0, right: 0, top: 0, bottom: 0 };
  const arrayType = separate ? 0 : chromaFormat;
  const width = codedWidth - (crop.left + crop.right) * (arrayType === 1 || arrayType === 2 ? 2 : 1);
  const height = codedHeight - (crop.top + crop.bottom) * (arrayType === 1 ? 2 : 1);
  if (width <= 0 || height <= 0 || width > maxSide || height > maxSide || chromaFormat > 3) return null;
  const bitDepthLuma = reader.ue() + 8;
  const bitDepthChroma = reader.ue() + 8;
  const log2Poc = reader.ue() + 4;
  const maxReorder = readReorder(reader, maxSubLayers);
  return {
    width,
    height,
    chromaFormat,
    bitDepthLuma,
    bitDepthChroma,
    maxReorder,
    fps: readFpsSafely(reader, { log2Poc, maxSubLayers }),
    codecString: codecString(general),
    general,
    maxSubLayers,
    temporalIdNested: (raw[2]! & 1) === 1,
  };
}

function skipSubLayerLevels(reader: BitReader, count: number): void {
  const present: { profile: boolean; level: boolean }[] = [];
  for (let i = 0; i < count; i++) present.push({ profile: reader.flag(), level: reader.flag() });
  if (count > 0) reader.skip((8 - count) * 2);
  for (const layer of present) reader.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0));
}

function readReorder(reader: BitReader, maxSubLayers: number): number | null {
  const perLayer = reader.flag();
  let reorder = 0;
  for (let i = perLayer ? 0 : maxSubLayers - 1; i < maxSubLayers; i++) {
    reader.ue();
    reorder = reader.ue();
    reader.ue();
  }
  return reorder <= 16 ? reorder : null;
}

function readFpsSafely(reader: BitReader, sps: { log2Poc: number; maxSubLayers: number }): number | null {
  try {
    return readFps(reader, sps.log2Poc);
  } catch (error) {
    if (error instanceof BitstreamError) return null;
    throw error;
  }
}

function readFps(reader: BitReader, log2Poc: number): number | null {
  for (let i = 0; i < 6; i++) reader.ue();
  // Scaling lists and reference sets are walked only to reach the timing; lists are rare in cameras: give up on them.
  if (reader.flag() && reader.flag()) return null;
  reader.skip(2);
  if (reader.flag()) {
    reader.skip(8);
    reader.ue();
    reader.ue();
    reader.skip(1);
  }
  skipReferenceSets(reader);
  if (reader.flag()) {
    const count = reader.ue();
    if (count > 32) return null;
    reader.skip(count * (log2Poc + 1));
  }
  reader.skip(2);
  return reader.flag() ? readVuiFps(reader) : null;
}

function skipReferenceSets(reader: BitReader): void {
  const count = reader.ue();
  if (count > 64) throw new BitstreamError('too many reference sets');
  let previousPictures = 0;
  for (let set = 0; set < count; set++)
    previousPictures = skipReferenceSet(reader, { first: set === 0, previousPictures });
}

function skipReferenceSet(reader: BitReader, state: { first: boolean; previousPictures: number }): number {
  if (!state.first && reader.flag()) {
    reader.skip(1);
    reader.ue();
    let pictures = 0;
    for (let i = 0; i <= state.previousPictures; i++) {
      const used = reader.flag();
      if (used || reader.flag()) pictures++;
    }
    return pictures;
  }
  const negative = reader.ue();
  const positive = reader.ue();
  if (negative > 16 || positive > 16) throw new BitstreamError('too many reference pictures');
  for (let i = 0; i < negative + positive; i++) {
    reader.ue();
    reader.skip(1);
  }
  return negative + positive;
}

function readVuiFps(reader: BitReader): number | null {
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
  reader.skip(3);
  if (reader.flag()) for (let i = 0; i < 4; i++) reader.ue();
  if (!reader.flag()) return null;
  const tick = reader.bits(32);
  const scale = reader.bits(32);
  return tick > 0 && scale > 0 ? plausibleFps(scale / tick) : null;
}

// RFC 6381 / ISO 14496-15 E.3: compatibility flags are written with their bits reversed, trailing zero bytes are left out.
function codecString(general: Uint8Array): string {
  const space = ['', 'A', 'B', 'C'][general[0]! >> 6]!;
  const tier = (general[0]! & 0x20) === 0 ? 'L' : 'H';
  const compatibility = new DataView(general.buffer, general.byteOffset).getUint32(1);
  let reversed = 0;
  for (let i = 0; i < 32; i++) if ((compatibility >>> i) & 1) reversed |= 1 << (31 - i);
  const constraints = [...general.subarray(5, 11)];
  while (constraints.length > 0 && constraints.at(-1) === 0) constraints.pop();
  const tail = constraints.map((byte) => `.${byte.toString(16).toUpperCase()}`).join('');
  return `hvc1.${space}${general[0]! & 0x1f}.${(reversed >>> 0).toString(16).toUpperCase()}.${tier}${general[11]!}${tail}`;
}
