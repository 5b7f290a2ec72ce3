import { concatBytes } from '@sightline/media/bytes/bytes';
import type { FlacConfig } from '@sightline/media/flac/flac-config';
import { flacConfig } from '@sightline/media/flac/flac-config';
import { g711ToFlac, isG711 } from '@sightline/media/flac/g711-to-flac';
import type { AudioSample } from '@sightline/media/fmp4/fragment-writer';
import { buildFragmentHead } from '@sightline/media/fmp4/fragment-writer';
import { readFragment } from '@sightline/media/fmp4/read-fragment';
import type { AudioConfig } from '@sightline/media/units/access-unit';

/** The sound of a camera as browsers play it: AAC as it is, G.711 as FLAC. */
export function browserSound(audio: AudioConfig | null): AudioConfig | FlacConfig | null {
  return isG711(audio) ? flacConfig(audio) : audio;
}

/** Sound samples of a fragment as browsers play them; `time` is the place of the first, in samples. */
export function browserSamples(
  audio: AudioConfig | null,
  samples: readonly AudioSample[],
  time: number,
): readonly AudioSample[] {
  if (!isG711(audio) || samples.length === 0) return samples;
  const pieces = samples.map((sample) => sample.data);
  return g711ToFlac(audio, pieces, time);
}

/** A copy of a fragment with G.711 turned into FLAC; null when the fragment is damaged. */
export function fragmentWithFlac(fragment: Uint8Array, audio: AudioConfig): Uint8Array | null {
  const read = readFragment(fragment);
  if (read === null) return null;
  const sound = browserSamples(audio, read.audio, read.audioTime);
  const head = buildFragmentHead({ ...read, audio: sound });
  return concatBytes([head, ...read.video.map((sample) => sample.data), ...sound.map((sample) => sample.data)]);
}
