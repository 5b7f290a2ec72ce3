/** Bytes of one index record. */
export const recordBytes = 40;

/** One fragment of a segment, as the `.idx` file next to it says. */
export interface FragmentRecord {
  /** Where the fragment (`prft`) begins in the segment file. */
  offset: number;
  /** Bytes of the whole fragment. */
  bytes: number;
  /** Pictures in it. */
  samples: number;
  /** Wall clock of the first picture, UTC ms. */
  wallMs: number;
  /** Decode time of the first picture, 90 kHz from the segment's start. */
  dts: number;
  /** Sum of the pictures' durations, 90 kHz. */
  duration: number;
  startsWithKey: boolean;
  /** Something was lost directly before or inside. */
  gap: boolean;
  hasAudio: boolean;
  hasMotion: boolean;
  /** 0 to 255. */
  motionLevel: number;
}

const keyFlag = 1;
const gapFlag = 2;
const audio = 4;
const motionFlag = 8;

/** Writes one record, little-endian: u64 offset, u32 bytes, u32 samples, f64 wall ms, u64 dts, u32 duration, u8 flags, u8 motion, 2 spare. */
export function encodeFragmentRecord(record: FragmentRecord): Uint8Array {
  const out = new Uint8Array(recordBytes);
  const view = new DataView(out.buffer);
  setU64(view, 0, record.offset);
  view.setUint32(8, record.bytes, true);
  view.setUint32(12, record.samples, true);
  view.setFloat64(16, record.wallMs, true);
  setU64(view, 24, record.dts);
  view.setUint32(32, record.duration, true);
  out[36] =
    (record.startsWithKey ? keyFlag : 0) |
    (record.gap ? gapFlag : 0) |
    (record.hasAudio ? audio : 0) |
    (record.hasMotion ? motionFlag : 0);
  out[37] = record.motionLevel;
  return out;
}

/**
 * Reads an index file. Tolerant: a torn last record is left out, and reading stops at the first record that cannot follow the
 * one before (so that a file with zeros at its end, as some file systems leave after a power cut, gives its good part).
 */
export function decodeFragmentIndex(bytes: Uint8Array): FragmentRecord[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: FragmentRecord[] = [];
  let end = 1;
  for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes) {
    const record = decodeOne(view, at);
    if (
      record.offset < end ||
      record.bytes === 0 ||
      record.samples === 0 ||
      !Number.isFinite(record.wallMs) ||
      record.offset + record.bytes > Number.MAX_SAFE_INTEGER
    )
      break;
    records.push(record);
    end = record.offset + record.bytes;
  }
  return records;
}

function decodeOne(view: DataView, at: number): FragmentRecord {
  const flags = view.getUint8(at + 36);
  return {
    offset: getU64(view, at),
    bytes: view.getUint32(at + 8, true),
    samples: view.getUint32(at + 12, true),
    wallMs: view.getFloat64(at + 16, true),
    dts: getU64(view, at + 24),
    duration: view.getUint32(at + 32, true),
    startsWithKey: (flags & keyFlag) !== 0,
    gap: (flags & gapFlag) !== 0,
    hasAudio: (flags & audio) !== 0,
    hasMotion: (flags & motionFlag) !== 0,
    motionLevel: view.getUint8(at + 37),
  };
}

function setU64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value >>> 0, true);
  view.setUint32(at + 4, Math.floor(value / 2 ** 32), true);
}

function getU64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}
