import { concatBytes } from '../bytes/bytes.ts';

const startCode = Uint8Array.of(0, 0, 0, 1);

/** Splits 4-byte length-prefixed data into NAL units (views). Stops quietly at a length that runs beyond the end. */
export function splitLengthPrefixed(data: Uint8Array): Uint8Array[] {
  const nals: Uint8Array[] = [];
  let at = 0;
  while (at + 4 <= data.length) {
    const size = ((data[at]! << 24) | (data[at + 1]! << 16) | (data[at + 2]! << 8) | data[at + 3]!) >>> 0;
    at += 4;
    if (size > data.length - at) break;
    if (size > 0) nals.push(data.subarray(at, at + size));
    at += size;
  }
  return nals;
}

/** Puts NAL units behind 4-byte lengths. */
export function joinLengthPrefixed(nals: readonly Uint8Array[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const nal of nals) {
    parts.push(Uint8Array.of(nal.length >>> 24, nal.length >>> 16, nal.length >>> 8, nal.length), nal);
  }
  return concatBytes(parts);
}

/** Turns length-prefixed data into Annex-B, with `parameterSets` first. For decoders that want start codes. */
export function toAnnexB(data: Uint8Array, parameterSets: readonly Uint8Array[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const nal of [...parameterSets, ...splitLengthPrefixed(data)]) parts.push(startCode, nal);
  return concatBytes(parts);
}
