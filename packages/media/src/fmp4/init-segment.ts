import { ascii, box, fullBox, u32 } from './box-writer.ts';
import { concatBytes } from '../bytes/bytes.ts';
import type { FileConfig } from './file-config.ts';
import { audioSampleEntry, videoSampleEntry } from './sample-entries.ts';
import { AUDIO_TRACK, movieHeader, sampleDescriptions, trackBox, VIDEO_TIMESCALE, VIDEO_TRACK } from './track-boxes.ts';

const PLAIN = { version: 0, flags: 0 };

/** `ftyp` + `moov` of a fragmented file: video in 90 kHz, audio (when the stream has some) at its sample rate. */
export function buildInitSegment(config: FileConfig): Uint8Array {
  const type = box('ftyp', ascii('iso6'), u32(1), ascii('iso6cmfcmp41'));
  const tracks = [emptyTrack(VIDEO_TRACK, config)];
  const extensions = [trackDefaults(VIDEO_TRACK)];
  if (config.audio !== null) {
    tracks.push(emptyTrack(AUDIO_TRACK, config));
    extensions.push(trackDefaults(AUDIO_TRACK));
  }
  return concatBytes([type, box('moov', movieHeader(0, 3), ...tracks, box('mvex', ...extensions))]);
}

function emptyTrack(trackId: number, config: FileConfig): Uint8Array {
  const isVideo = trackId === VIDEO_TRACK;
  const entry = isVideo ? videoSampleEntry(config.video) : audioSampleEntry(config.audio!);
  return trackBox({
    trackId,
    timescale: isVideo ? VIDEO_TIMESCALE : config.audio!.sampleRate,
    duration: 0,
    movieDuration: 0,
    video: isVideo ? config.video : null,
    edits: [],
    sampleTable: [
      sampleDescriptions([entry]),
      fullBox('stts', PLAIN, u32(0)),
      fullBox('stsc', PLAIN, u32(0)),
      fullBox('stsz', PLAIN, u32(0, 0)),
      fullBox('stco', PLAIN, u32(0)),
    ],
  });
}

function trackDefaults(trackId: number): Uint8Array {
  return fullBox('trex', PLAIN, u32(trackId, 1, 0, 0, 0));
}
