/** Builds small MP4 files for tests. */
export type Part = Uint8Array | number[] | string;

/** Joins bytes, numbers 0..255 and Latin text. */
export function bytes(...parts: Part[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (char) => char.charCodeAt(0)) : Array.from(part),
    ),
  );
}

export const u16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
export const u32 = (value: number): number[] => [
  (value >>> 24) & 255,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];

export function box(type: string, ...parts: Part[]): Uint8Array {
  const body = bytes(...parts);
  return bytes(u32(8 + body.length), type, body);
}

/** Body of an `avcC` with one SPS and one PPS. */
export const avcConfig = bytes([1, 0x4d, 0x40, 0x1f, 0xff, 0xe1], u16(4), [0x67, 1, 2, 3], [1], u16(2), [0x68, 9]);

export interface VideoTables {
  timescale?: number;
  sizes: number[];
  /** Pairs of count and value. */
  stts: number[];
  ctts?: number[];
  /** Numbers of key samples, from 1. */
  stss?: number[];
  /** First chunk, samples per chunk, description. */
  stsc: number[];
  stco: number[];
  /** Media time of the first edit. */
  edit?: number;
}

function pairs(type: string, values: number[], perEntry: number): Uint8Array {
  return box(type, u32(0), u32(values.length / perEntry), values.flatMap(u32));
}

/** A file with one H.264 track and an `mdat` behind it. */
export function videoFile(tables: VideoTables): Uint8Array {
  const entry = box(
    'avc1',
    Array.from({ length: 24 }, () => 0),
    u16(640),
    u16(360),
    Array.from({ length: 50 }, () => 0),
    box('avcC', avcConfig),
  );
  const stbl = box(
    'stbl',
    box('stsd', u32(0), u32(1), entry),
    pairs('stts', tables.stts, 2),
    tables.ctts ? pairs('ctts', tables.ctts, 2) : [],
    tables.stss ? pairs('stss', tables.stss, 1) : [],
    pairs('stsc', tables.stsc, 3),
    box('stsz', u32(0), u32(0), u32(tables.sizes.length), tables.sizes.flatMap(u32)),
    pairs('stco', tables.stco, 1),
  );
  const edts =
    tables.edit === undefined ? [] : box('edts', box('elst', u32(0), u32(1), u32(0), u32(tables.edit), u32(0x1_0000)));
  const mdhd = box('mdhd', u32(0), u32(0), u32(0), u32(tables.timescale ?? 90_000), u32(0), u32(0));
  const trak = box('trak', edts, box('mdia', mdhd, box('minf', stbl)));
  return bytes(
    box('ftyp', 'isom', u32(0)),
    box('moov', trak),
    box(
      'mdat',
      Array.from({ length: 4000 }, (_, index) => index & 255),
    ),
  );
}
