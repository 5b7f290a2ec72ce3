import { listBoxes } from '@sightline/media/fmp4/box-walker';
import { readMoof } from '@sightline/media/fmp4/fragment-reader';
import type { FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import type { SegmentReader } from './segment-reader.ts';

/** Most fragment heads and many small keyframes fit into one read of this size. */
const firstReadBytes = 65_536;

/** The first picture of a fragment, alone. */
export interface KeySample {
  /** 4-byte length-prefixed NAL units. */
  data: Uint8Array;
  compositionOffset: number;
}

/** Reads only the keyframe of a fragment that starts with one; null when the fragment is damaged. */
export async function readKeySample(reader: SegmentReader, record: FragmentRecord): Promise<KeySample | null> {
  const head = await reader.readRange(record.offset, Math.min(record.bytes, firstReadBytes));
  const moof = listBoxes(head, 0, head.length).find((box) => box.type === 'moof');
  if (moof === undefined) return null;
  const track = readMoof(head, moof)?.tracks[0];
  const sample = track?.samples[0];
  if (track === undefined || sample === undefined || !sample.key) return null;
  const start = moof.start + track.dataOffset;
  const end = start + sample.bytes;
  if (end > record.bytes) return null;
  const data =
    end <= head.length ? head.subarray(start, end) : await reader.readRange(record.offset + start, sample.bytes);
  return data.length === sample.bytes ? { data, compositionOffset: sample.compositionOffset } : null;
}
