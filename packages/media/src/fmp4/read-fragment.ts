import { listBoxes } from './box-walker.ts';
import type { ReadTrack } from './fragment-reader.ts';
import { readMoof, readPrft } from './fragment-reader.ts';
import type { AudioSample, FragmentInput, VideoSample } from './fragment-writer.ts';
import { audioTrackId, videoTrackId } from './track-boxes.ts';

/** Reads back what `buildFragmentHead` and its samples were made of; null when the fragment is damaged or has no pictures. */
export function readFragment(bytes: Uint8Array): FragmentInput | null {
  const boxes = listBoxes(bytes, 0, bytes.length);
  const prft = boxes.find((box) => box.type === 'prft');
  const box = boxes.find((one) => one.type === 'moof');
  const moof = box && readMoof(bytes, box);
  const pictures = moof?.tracks.find((track) => track.trackId === videoTrackId);
  if (!box || !moof || !pictures) return null;
  const sound = moof.tracks.find((track) => track.trackId === audioTrackId);
  const video = readVideo(bytes, pictures, box.start);
  const audio = sound === undefined ? [] : readAudio(bytes, sound, box.start);
  if (video === null || audio === null) return null;
  return {
    sequence: moof.sequence,
    wallMs: (prft && readPrft(bytes, prft)?.wallMs) ?? 0,
    video,
    audio,
    audioTime: sound?.time ?? 0,
  };
}

function readVideo(bytes: Uint8Array, track: ReadTrack, moofAt: number): VideoSample[] | null {
  let at = moofAt + track.dataOffset;
  let dts = track.time;
  const samples: VideoSample[] = [];
  for (const { key, duration, compositionOffset, bytes: size } of track.samples) {
    if (at + size > bytes.length) return null;
    samples.push({ data: bytes.subarray(at, at + size), key, dts, compositionOffset, duration });
    at += size;
    dts += duration;
  }
  return samples;
}

function readAudio(bytes: Uint8Array, track: ReadTrack, moofAt: number): AudioSample[] | null {
  let at = moofAt + track.dataOffset;
  const samples: AudioSample[] = [];
  for (const { duration, bytes: size } of track.samples) {
    if (at + size > bytes.length) return null;
    samples.push({ data: bytes.subarray(at, at + size), duration });
    at += size;
  }
  return samples;
}
