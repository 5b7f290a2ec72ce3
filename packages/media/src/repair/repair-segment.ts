import { type BoxView, listBoxes } from '../fmp4/box-walker.ts';
import { type ReadMoof, readMoof, readPrft } from '../fmp4/fragment-reader.ts';
import { audioTrackId, videoTrackId } from '../fmp4/track-boxes.ts';
import type { FragmentRecord } from '../fragment-index/fragment-record.ts';
import { findPrft, isBlank } from './search-bytes.ts';
import { isSampleWhole } from './sample-check.ts';

export interface RepairResult {
  /** The file may be cut to this size: end of its last whole fragment. 0 = no fragment is whole. */
  keepBytes: number;
  /** Bytes of ftyp + moov; 0 when even these are damaged. */
  initBytes: number;
  /** What the `.idx` file must hold. Where a record does not begin where the one before ends, something between is damaged. */
  records: FragmentRecord[];
  /** Behind `keepBytes` (or the init section) nothing was ever written: zeros, or an init section that was cut off. */
  isRestBlank: boolean;
}

/** Reads a byte range of a file; shorter answers mean end of file. */
export type ReadRange = (offset: number, bytes: number) => Uint8Array;

const headBytes = 16;
const maxMetaBytes = 4 * 1024 * 1024;
const maxPrftBytes = 1024;
/** An init section takes about a kilobyte: what says that it is larger is damaged, not cut off. */
const maxCutInitBytes = 64 * 1024;
/** A file made to look full of fragments must not keep anybody busy for long. */
const maxSearchBytes = 512 * 1024 * 1024;
/** Clocks of one file agree better than this. */
const sameClockMs = 1;

/**
 * Finds what is whole in a segment file that was cut off anywhere, whose tail was never written (zeros), or that is damaged
 * inside: walks the fragments, looks behind whatever is not whole for the next one, and rebuilds the index. Of fragments that
 * `vouched` (the index: it is written after the sync) names only box heads and `moof`s are read; of others the pictures are checked
 * too. Behind a damage pictures cannot be shown before the next keyframe: what is whole up to there stays in the file, but not in
 * the index. Repairing a repaired file changes nothing.
 */
export function repairSegment(
  fileBytes: number,
  readFile: ReadRange,
  vouched: readonly FragmentRecord[] = [],
): RepairResult {
  let isTorn = false;
  let searchedBytes = 0;
  const read: ReadRange = (offset, bytes) => {
    if (isTorn) searchedBytes += bytes;
    return readFile(offset, bytes);
  };
  const source: Source = { fileBytes, read, vouched: new Map(vouched.map((record) => [record.offset, record.bytes])) };
  const init = readInit(source);
  const records: FragmentRecord[] = [];
  let last: Fragment | null = null;
  for (let at: number | null = init.bytes === 0 ? null : init.bytes; at !== null && at < fileBytes;) {
    const found = fragmentAt(source, at);
    if (found !== null && (!isTorn || follows(last, found))) {
      isTorn &&= !found.record.startsWithKey;
      if (!isTorn) records.push(found.record);
      last = found;
      at += found.record.bytes;
    } else {
      isTorn = true;
      at = searchedBytes > maxSearchBytes ? null : findPrft(source, at + 1);
    }
  }
  const keepBytes = last === null ? 0 : last.record.offset + last.record.bytes;
  return {
    keepBytes,
    initBytes: init.bytes,
    records,
    isRestBlank: init.isCut || isBlank(source, Math.max(keepBytes, init.bytes)),
  };
}

interface Source {
  fileBytes: number;
  read: ReadRange;
  /** Sizes of what the index names, by offset. */
  vouched: ReadonlyMap<number, number>;
}

interface Fragment {
  record: FragmentRecord;
  sequence: number;
}

interface Head {
  type: string;
  size: number;
  head: number;
}

/** Head of the box at `at`, which may say that it reaches beyond the file. */
function headAt({ read, fileBytes }: Source, at: number): Head | null {
  const bytes = read(at, Math.max(0, Math.min(headBytes, fileBytes - at)));
  if (bytes.length < 8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size = view.getUint32(0);
  const head = size === 1 ? 16 : 8;
  if (size === 1) {
    if (bytes.length < 16) return null;
    size = view.getUint32(8) * 2 ** 32 + view.getUint32(12);
  }
  return size < head ? null : { type: String.fromCharCode(bytes[4]!, bytes[5]!, bytes[6]!, bytes[7]!), size, head };
}

/** `bytes` of a whole init section, else 0; `isCut` when the file ends inside or with it. */
function readInit(source: Source): { bytes: number; isCut: boolean } {
  let at = 0;
  for (const type of ['ftyp', 'moov']) {
    const box = headAt(source, at);
    if (source.fileBytes - at < 8) return { bytes: 0, isCut: true };
    if (box?.type !== type) return { bytes: 0, isCut: false };
    if (at + box.size > source.fileBytes) return { bytes: 0, isCut: box.size <= maxCutInitBytes };
    if (type === 'moov' && !isWholeMoov(source, at, box.size)) return { bytes: 0, isCut: false };
    at += box.size;
  }
  return { bytes: at, isCut: at === source.fileBytes };
}

function isWholeMoov({ read }: Source, at: number, size: number): boolean {
  if (size > maxMetaBytes) return false;
  const bytes = read(at, size);
  if (bytes.length < size) return false;
  const children = listBoxes(bytes, 8, size);
  return children.at(-1)?.end === size && children.some((child) => child.type === 'trak');
}

/** The fragment that begins at `at`: `prft`, `moof` and `mdat` one after another; null when any of it is not whole. */
function fragmentAt(source: Source, at: number): Fragment | null {
  const prft = boxAt(source, at, { type: 'prft', maxBytes: maxPrftBytes });
  const wallMs = prft && (readPrft(prft.bytes, prft.box)?.wallMs ?? null);
  if (prft === null || wallMs === null) return null;
  const moofAt = at + prft.box.end;
  const moof = boxAt(source, moofAt, { type: 'moof', maxBytes: maxMetaBytes });
  const read = moof && readMoof(moof.bytes, moof.box);
  if (moof === null || read === null) return null;
  const mdatAt = moofAt + moof.box.end;
  const mdat = headAt(source, mdatAt);
  if (mdat?.type !== 'mdat' || mdatAt + mdat.size > source.fileBytes) return null;
  const [payloadAt, end] = [mdatAt + mdat.head, mdatAt + mdat.size];
  const record = recordOf({ at, wallMs, moof: read, moofAt }, payloadAt, end);
  if (record === null) return null;
  if (source.vouched.get(at) !== record.bytes && !isPayloadWhole(source, read, payloadAt)) return null;
  return { record, sequence: read.sequence };
}

function boxAt(
  source: Source,
  at: number,
  wanted: { type: string; maxBytes: number },
): { bytes: Uint8Array; box: BoxView } | null {
  const head = headAt(source, at);
  if (head?.type !== wanted.type || head.size > wanted.maxBytes || at + head.size > source.fileBytes) return null;
  const bytes = source.read(at, head.size);
  return bytes.length < head.size
    ? null
    : { bytes, box: { type: head.type, start: 0, contentAt: head.head, end: head.size } };
}

/** Whether a fragment that was searched for is a later one of the same recording, not bytes that only look like one. */
function follows(last: Fragment | null, { record, sequence }: Fragment): boolean {
  if (last === null) return true;
  const before = last.record;
  const drift = record.wallMs - before.wallMs - (record.dts - before.dts) / 90;
  return sequence > last.sequence && record.dts >= before.dts + before.duration && Math.abs(drift) < sameClockMs;
}

// The samples must fill the mdat exactly: a torn moof that happens to parse does not.
function recordOf(
  head: { at: number; wallMs: number; moof: ReadMoof; moofAt: number },
  payloadAt: number,
  end: number,
): FragmentRecord | null {
  const { tracks } = head.moof;
  const video = tracks.find((track) => track.trackId === videoTrackId);
  if (video === undefined) return null;
  const payload = tracks.reduce(
    (sum, track) => sum + track.samples.reduce((inner, sample) => inner + sample.bytes, 0),
    0,
  );
  if (payload !== end - payloadAt || head.moofAt + video.dataOffset !== payloadAt) return null;
  return {
    offset: head.at,
    bytes: end - head.at,
    samples: video.samples.length,
    wallMs: head.wallMs,
    dts: video.time,
    duration: video.samples.reduce((sum, sample) => sum + sample.duration, 0),
    startsWithKey: video.samples[0]!.key,
    gap: false,
    hasAudio: tracks.some((track) => track.trackId === audioTrackId),
    hasMotion: false,
    motionLevel: 0,
  };
}

function isPayloadWhole({ read }: Source, moof: ReadMoof, payloadAt: number): boolean {
  let at = payloadAt;
  for (const sample of moof.tracks.find((track) => track.trackId === videoTrackId)?.samples ?? []) {
    const bytes = read(at, sample.bytes);
    if (bytes.length < sample.bytes || !isSampleWhole(bytes)) return false;
    at += sample.bytes;
  }
  return true;
}
