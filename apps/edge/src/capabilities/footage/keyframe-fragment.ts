import { concatBytes } from '@sightline/media/bytes/bytes';
import { buildFragmentHead } from '@sightline/media/fmp4/fragment-writer';
import type { FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import { readKeySample } from './key-picture.ts';
import type { SegmentReader } from './segment-reader.ts';

/**
 * A fragment of one keyframe that is shown until `untilDts`: fast playback then sees no holes between keyframes and reads
 * a tenth of the bytes. Null when the fragment is damaged.
 */
export async function keyframeFragment(
  reader: SegmentReader,
  record: FragmentRecord,
  untilDts: number,
): Promise<Uint8Array | null> {
  const sample = await readKeySample(reader, record);
  if (sample === null) return null;
  const duration = Math.max(1, untilDts - record.dts);
  const video = [
    { data: sample.data, key: true, dts: record.dts, compositionOffset: sample.compositionOffset, duration },
  ];
  return concatBytes([
    buildFragmentHead({ sequence: 1, wallMs: record.wallMs, video, audio: [], audioTime: 0 }),
    sample.data,
  ]);
}
