import { type BoxView, listBoxes } from '../fmp4/box-walker.ts';
import { type ReadMoof, readMoof, readPrft } from '../fmp4/fragment-reader.ts';
import { AUDIO_TRACK, VIDEO_TRACK } from '../fmp4/track-boxes.ts';
import type { FragmentRecord } from '../fragment-index/fragment-record.ts';

export interface RepairResult {
  /** Cut the file to this size. 0 = nothing usable: delete it. */
  keepBytes: number;
  /** Bytes of ftyp + moov; 0 when even these are damaged. */
  initBytes: number;
  /** What the `.idx` file must hold. */
  records: FragmentRecord[];
}

/** Reads a byte range of a file; shorter answers mean end of file. */
export type ReadRange = (offset: number, bytes: number) => Uint8Array;

const HEAD_BYTES = 16;
const MAX_META_BYTES = 4 * 1024 * 1024;

/**
 * Finds what is whole in a segment file that was cut off anywhere, or whose tail was never written (zeros): walks the boxes,
 * stops at a size below 8 or beyond the end, keeps everything up to the last complete fragment and rebuilds its index.
 * Below `trustedBytes` (what the index vouches for: it is written after the sync) only box heads and `moof`s are read; above it
 * the pictures are checked too. Repairing a repaired file changes nothing.
 */
export function repairSegment(fileBytes: number, read: ReadRange, trustedBytes = 0): RepairResult {
  const result: RepairResult = { keepBytes: 0, initBytes: 0, records: [] };
  let pending = null as Pending | null;
  for (let at = 0; at + 8 <= fileBytes;) {
    const box = headAt(read, at, fileBytes);
    if (box === null) break;
    if (result.initBytes === 0) {
      if (!acceptInit(box, at) || (box.type === 'moov' && !isWholeMoov(read, at, box.size))) break;
      if (box.type === 'moov') result.initBytes = at + box.size;
    } else if (box.type === 'prft') {
      pending = { start: at, wallMs: prftWall(read(at, box.size), box.size), moof: null, moofStart: 0 };
    } else if (box.type === 'moof' && pending !== null) {
      pending = { ...pending, moof: moofAt(read, at, box.size), moofStart: at };
    } else if (box.type === 'mdat' && pending !== null) {
      const end = at + box.size;
      const record = completeRecord(pending, end, at + box.head);
      if (record === null || (end > trustedBytes && !isPayloadWhole(read, pending.moof, at + box.head))) break;
      result.records.push(record);
      result.keepBytes = end;
      pending = null;
    } else break;
    at += box.size;
  }
  return result;
}

interface Pending {
  start: number;
  wallMs: number | null;
  moof: ReadMoof | null;
  moofStart: number;
}

interface Head {
  type: string;
  size: number;
  head: number;
}

function headAt(read: ReadRange, at: number, fileBytes: number): Head | null {
  const bytes = read(at, Math.min(HEAD_BYTES, fileBytes - at));
  if (bytes.length < 8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size = view.getUint32(0);
  const head = size === 1 ? 16 : 8;
  if (size === 1) {
    if (bytes.length < 16) return null;
    size = view.getUint32(8) * 2 ** 32 + view.getUint32(12);
  }
  if (size < head || at + size > fileBytes) return null;
  return { type: String.fromCharCode(bytes[4]!, bytes[5]!, bytes[6]!, bytes[7]!), size, head };
}

function acceptInit(box: Head, at: number): boolean {
  return (box.type === 'ftyp' && at === 0) || (box.type === 'moov' && at > 0);
}

function isWholeMoov(read: ReadRange, at: number, size: number): boolean {
  if (size > MAX_META_BYTES) return false;
  const bytes = read(at, size);
  if (bytes.length < size) return false;
  const children = listBoxes(bytes, 8, size);
  return children.at(-1)?.end === size && children.some((child) => child.type === 'trak');
}

function whole(bytes: Uint8Array, size: number): BoxView | null {
  return bytes.length < size ? null : { type: '', start: 0, contentAt: 8, end: size };
}

function prftWall(bytes: Uint8Array, size: number): number | null {
  const box = whole(bytes, size);
  return box === null ? null : (readPrft(bytes, box)?.wallMs ?? null);
}

function moofAt(read: ReadRange, at: number, size: number): ReadMoof | null {
  if (size > MAX_META_BYTES) return null;
  const bytes = read(at, size);
  const box = whole(bytes, size);
  return box === null ? null : readMoof(bytes, box);
}

// The samples must fill the mdat exactly: a torn moof that happens to parse does not.
function completeRecord(pending: Pending, end: number, payloadAt: number): FragmentRecord | null {
  const video = pending.moof?.tracks.find((track) => track.trackId === VIDEO_TRACK);
  if (pending.moof === null || video === undefined || pending.wallMs === null) return null;
  const payload = pending.moof.tracks.reduce((sum, track) => sum + track.samples.reduce((inner, sample) => inner + sample.bytes, 0), 0);
  if (payload !== end - payloadAt || pending.moofStart + video.dataOffset !== payloadAt) return null;
  return {
    offset: pending.start,
    bytes: end - pending.start,
    samples: video.samples.length,
    wallMs: pending.wallMs,
    dts: video.time,
    duration: video.samples.reduce((sum, sample) => sum + sample.duration, 0),
    startsWithKey: video.samples[0]!.key,
    gap: false,
    hasAudio: pending.moof.tracks.some((track) => track.trackId === AUDIO_TRACK),
    hasMotion: false,
    motionLevel: 0,
  };
}

// After a power cut a file may have its full size while blocks inside were never written and read as zeros. Coded video never
// holds three zero bytes in a row (emulation prevention), so that shows; the NAL lengths must fill each sample as well.
function isPayloadWhole(read: ReadRange, moof: ReadMoof | null, payloadAt: number): boolean {
  let at = payloadAt;
  for (const sample of moof?.tracks.find((track) => track.trackId === VIDEO_TRACK)?.samples ?? []) {
    const bytes = read(at, sample.bytes);
    if (bytes.length < sample.bytes || !isSampleWhole(bytes)) return false;
    at += sample.bytes;
  }
  return true;
}

function isSampleWhole(bytes: Uint8Array): boolean {
  let at = 0;
  while (at + 4 <= bytes.length) {
    const size = ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
    at += 4;
    if (size === 0 || size > bytes.length - at || hasZeroRun(bytes, at, at + size)) return false;
    at += size;
  }
  return at === bytes.length;
}

function hasZeroRun(bytes: Uint8Array, from: number, to: number): boolean {
  // Every third byte is enough to find a run of three; its neighbours are looked at only then.
  for (let i = from + 2; i < to; i += 3) {
    if (bytes[i] !== 0) continue;
    if (bytes[i - 1] === 0 && (bytes[i - 2] === 0 || (i + 1 < to && bytes[i + 1] === 0))) return true;
    if (i + 2 < to && bytes[i + 1] === 0 && bytes[i + 2] === 0) return true;
  }
  return false;
}
