import { isG711 } from '@sightline/media/flac/g711-to-flac';
import { buildInitSegment } from '@sightline/media/fmp4/init-segment';
import { readInitSegment } from '@sightline/media/fmp4/read-init';
import { fragmentWithoutAudio, initWithoutAudio } from './audio-track-hiding.ts';
import { browserSound, fragmentWithFlac } from './browser-sound.ts';
import { mimeTypeOf } from './mime-type.ts';
import type { SegmentReader } from './segment-reader.ts';

/** How the fragments of one file go to a browser. */
export interface RunFormat {
  mimeType: string;
  init: Uint8Array;
  fragment: (bytes: Uint8Array) => Uint8Array;
}

/** AAC goes as it is, G.711 becomes FLAC on the way; fast playback needs no sound at all. */
export async function runFormat(reader: SegmentReader, options: { isSilent: boolean }): Promise<RunFormat> {
  const { codecString, audioCodec } = reader.segment;
  const init = await reader.init();
  if (audioCodec === null) return { mimeType: mimeTypeOf(codecString, null), init, fragment: (bytes) => bytes };
  const config = readInitSegment(init);
  const audio = config?.audio ?? null;
  if (options.isSilent || config === null || audio === null) {
    return { mimeType: mimeTypeOf(codecString, null), init: initWithoutAudio(init), fragment: fragmentWithoutAudio };
  }
  const sound = browserSound(audio);
  const mimeType = mimeTypeOf(codecString, sound);
  if (!isG711(audio)) return { mimeType, init, fragment: (bytes) => bytes };
  // A damaged fragment still shows what the browser can make of its pictures.
  const fragment = (bytes: Uint8Array): Uint8Array => fragmentWithFlac(bytes, audio) ?? fragmentWithoutAudio(bytes);
  return { mimeType, init: buildInitSegment({ video: config.video, audio: sound }), fragment };
}
