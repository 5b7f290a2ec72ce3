/** Thrown when a bit stream ends early or holds an impossible number. Parsers catch it and answer null. */
export class BitstreamError extends Error {}

/** Reads bits of an H.264 or H.265 payload whose emulation prevention bytes are already removed. */
export interface BitReader {
  /** 0 to 32 bits, unsigned. */
  bits(count: number): number;
  flag(): boolean;
  /** Exp-Golomb unsigned. */
  ue(): number;
  /** Exp-Golomb signed. */
  se(): number;
  skip(count: number): void;
  bitsLeft(): number;
}

/** Makes a reader over raw payload bytes; every read throws BitstreamError beyond the end. */
export function createBitReader(bytes: Uint8Array): BitReader {
  let position = 0;
  const total = bytes.length * 8;
  const bit = (): number => {
    if (position >= total) throw new BitstreamError('end of data');
    const value = (bytes[position >> 3]! >> (7 - (position & 7))) & 1;
    position++;
    return value;
  };
  const bits = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++) value = value * 2 + bit();
    return value;
  };
  const ue = (): number => {
    let zeros = 0;
    while (bit() === 0) if (++zeros > 31) throw new BitstreamError('exp-golomb code too long');
    return 2 ** zeros - 1 + bits(zeros);
  };
  return {
    bits,
    ue,
    flag: () => bit() === 1,
    se() {
      const code = ue();
      return code % 2 === 0 ? -(code / 2) : (code + 1) / 2;
    },
    skip(count) {
      position += count;
      if (position > total) throw new BitstreamError('end of data');
    },
    bitsLeft: () => total - position,
  };
}

/** Removes emulation prevention bytes (00 00 03 → 00 00) of a NAL unit, header included. */
export function removeEmulationPrevention(nal: Uint8Array): Uint8Array {
  const out = new Uint8Array(nal.length);
  let used = 0;
  let zeros = 0;
  for (const byte of nal) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    out[used++] = byte;
  }
  return out.subarray(0, used);
}
