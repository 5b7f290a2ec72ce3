import { ascii, box, fullBox, u32 } from './box-writer.ts';
import { concatBytes } from '../bytes/bytes.ts';
import type { FileConfig } from '../nal/file-config.ts';
import { audioSampleEntry, videoSampleEntry } from './sample-entries.ts';
import {
  audioTrackId,
  movieHeader,
  sampleDescriptions,
  trackBox,
  videoTimescale,
  videoTrackId,
} from './track-boxes.ts';

const plainText = { version: 0, flags: 0 };

/** `ftyp` + `moov` of a fragmented file: video in 90 kHz, audio (when the stream has some) at its sample rate. */
export function buildInitSegment(config: FileConfig): Uint8Array {
  const type = box('ftyp', ascii('iso6'), u32(1), ascii('iso6cmfcmp41'));
  const tracks = [emptyTrack(videoTrackId, config)];
  const extensions = [trackDefaults(videoTrackId)];
  if (config.audio !== null) {
    tracks.push(emptyTrack(audioTrackId, config));
    extensions.push(trackDefaults(audioTrackId));
  }
  return concatBytes([type, box('moov', movieHeader(0, 3), ...tracks, box('mvex', ...extensions))]);
}

function emptyTrack(trackId: number, config: FileConfig): Uint8Array {
  const isVideo = trackId === videoTrackId;
  const entry = isVideo ? videoSampleEntry(config.video) : audioSampleEntry(config.audio!);
  return trackBox({
    trackId,
    timescale: isVideo ? videoTimescale : config.audio!.sampleRate,
    duration: 0,
    movieDuration: 0,
    video: isVideo ? config.video : null,
    edits: [],
    sampleTable: [
      sampleDescriptions([entry]),
      fullBox('stts', plainText, u32(0)),
      fullBox('stsc', plainText, u32(0)),
      fullBox('stsz', plainText, u32(0, 0)),
      fullBox('stco', plainText, u32(0)),
    ],
  });
}

function trackDefaults(trackId: number): Uint8Array {
  return fullBox('trex', plainText, u32(trackId, 1, 0, 0, 0));
}
