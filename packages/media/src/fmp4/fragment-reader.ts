import { type BoxView, listBoxes } from './box-walker.ts';

/** One sample of a `trun`. Durations and offsets in the track's timescale. */
export interface ReadSample {
  duration: number;
  bytes: number;
  key: boolean;
  compositionOffset: number;
}

export interface ReadTrack {
  trackId: number;
  /** Decode time of the first sample in the track's timescale. */
  time: number;
  /** Offset of the first sample from the first byte of `moof`. */
  dataOffset: number;
  samples: ReadSample[];
}

/** What a `moof` says: one entry per track. */
export interface ReadMoof {
  sequence: number;
  tracks: ReadTrack[];
}

// A fragment holds about a second; more samples than this is damage, not video.
const maxSamples = 100_000;

/** Reads a `moof` box (as our writer makes them); null when it is damaged. */
export function readMoof(bytes: Uint8Array, moof: BoxView): ReadMoof | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const result: ReadMoof = { sequence: 0, tracks: [] };
  for (const child of listBoxes(bytes, moof.contentAt, moof.end)) {
    if (child.type === 'mfhd' && child.end - child.contentAt >= 8)
      result.sequence = view.getUint32(child.contentAt + 4);
    if (child.type !== 'traf') continue;
    const track = readTraf(view, listBoxes(bytes, child.contentAt, child.end));
    if (track === null) return null;
    result.tracks.push(track);
  }
  return result.tracks.length === 0 ? null : result;
}

function readTraf(view: DataView, boxes: BoxView[]): ReadTrack | null {
  const track: ReadTrack = { trackId: 0, time: 0, dataOffset: 0, samples: [] };
  let defaultFlags = 0;
  for (const box of boxes) {
    const size = box.end - box.contentAt;
    if (box.type === 'tfhd' && size >= 8) {
      track.trackId = view.getUint32(box.contentAt + 4);
      if (view.getUint32(box.contentAt) & 0x20 && size >= 12) defaultFlags = view.getUint32(box.contentAt + 8);
    }
    if (box.type === 'tfdt' && size >= 12)
      track.time = view.getUint32(box.contentAt + 4) * 2 ** 32 + view.getUint32(box.contentAt + 8);
    if (box.type === 'trun' && !readTrun(view, box, { track, defaultFlags })) return null;
  }
  return track.trackId === 0 || track.samples.length === 0 ? null : track;
}

function readTrun(view: DataView, box: BoxView, into: { track: ReadTrack; defaultFlags: number }): boolean {
  if (box.end - box.contentAt < 12) return false;
  const flags = view.getUint32(box.contentAt) & 0xffffff;
  const count = view.getUint32(box.contentAt + 4);
  const fields = [0x100, 0x200, 0x400, 0x800].filter((bit) => flags & bit).length;
  // Only what our writer writes: offset present, duration and size per sample.
  if ((flags & 0x301) !== 0x301 || count > maxSamples || box.contentAt + 12 + count * fields * 4 > box.end)
    return false;
  into.track.dataOffset = view.getInt32(box.contentAt + 8);
  let at = box.contentAt + 12;
  for (let i = 0; i < count; i++) {
    const sample = { duration: view.getUint32(at), bytes: view.getUint32(at + 4), key: true, compositionOffset: 0 };
    at += 8;
    const sampleFlags = flags & 0x400 ? view.getUint32(at) : into.defaultFlags;
    sample.key = (sampleFlags & 0x00010000) === 0;
    if (flags & 0x400) at += 4;
    if (flags & 0x800) {
      sample.compositionOffset = view.getInt32(at);
      at += 4;
    }
    into.track.samples.push(sample);
  }
  return true;
}

const ntpOffsetS = 2_208_988_800;

/** Wall clock (UTC ms) and media time of a `prft` box; null when it is too short. Seconds before 2000 count as after 2036. */
export function readPrft(bytes: Uint8Array, prft: BoxView): { wallMs: number; mediaTime: number } | null {
  if (prft.end - prft.contentAt < 24) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = prft.contentAt;
  let seconds = view.getUint32(at + 8) - ntpOffsetS;
  if (seconds < 946_684_800) seconds += 2 ** 32;
  const wallMs = seconds * 1000 + (view.getUint32(at + 12) / 2 ** 32) * 1000;
  return { wallMs, mediaTime: view.getUint32(at + 16) * 2 ** 32 + view.getUint32(at + 20) };
}
