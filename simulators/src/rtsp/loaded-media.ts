import { readFile } from 'node:fs/promises';
import { readMp4 } from '@sightline/media/mp4/mp4-demuxer';
import type { Mp4AudioTrack, Mp4VideoTrack } from '@sightline/media/mp4/mp4-demuxer';
import type { Mp4Sample } from '@sightline/media/mp4/sample-table';

/** One coded unit of a loaded file; times in ticks of its RTP clock, from the start of the file. */
export interface LoadedUnit {
  dts: number;
  pts: number;
  key: boolean;
  /** Video: NAL units without length. Audio: one frame in one element. */
  parts: Uint8Array[];
}

interface LoadedTrackBase {
  units: LoadedUnit[];
  /** RTP clock rate: 90000 for video, the sample rate for audio. */
  clockRate: number;
  duration: number;
}

export type LoadedVideo = LoadedTrackBase & Pick<Mp4VideoTrack, 'codec' | 'parameterSets' | 'width' | 'height'>;
export type LoadedAudio = LoadedTrackBase & Pick<Mp4AudioTrack, 'codec' | 'specific' | 'channels' | 'sampleRate'>;

/** A whole file in memory, cut into units. Shared by every stream that serves it. */
export interface LoadedMedia {
  video: LoadedVideo;
  audio: LoadedAudio | null;
}

/** G.711 goes out in packets of 20 ms, as cameras send it. */
const g711PacketSamples = 160;

function splitNals(sample: Uint8Array, lengthSize: number): Uint8Array[] {
  const nals: Uint8Array[] = [];
  let at = 0;
  while (at + lengthSize <= sample.length) {
    let size = 0;
    for (let index = 0; index < lengthSize; index += 1) size = size * 256 + sample[at + index]!;
    at += lengthSize;
    if (at + size > sample.length) throw new Error('a NAL unit is longer than its sample');
    if (size > 0) nals.push(sample.subarray(at, at + size));
    at += size;
  }
  return nals;
}

function loadVideo(bytes: Uint8Array, track: Mp4VideoTrack): LoadedVideo {
  const scale = (ticks: number): number => Math.round((ticks * 90_000) / track.timescale);
  const units = track.samples.map((sample) => ({
    dts: scale(sample.dts),
    pts: scale(sample.pts),
    key: sample.key,
    parts: splitNals(bytes.subarray(sample.offset, sample.offset + sample.size), track.parameterSets.lengthSize),
  }));
  const { codec, parameterSets, width, height } = track;
  return { units, clockRate: 90_000, duration: scale(track.durationTicks), codec, parameterSets, width, height };
}

function loadAac(bytes: Uint8Array, samples: Mp4Sample[]): LoadedUnit[] {
  return samples.map((sample) => ({
    dts: sample.dts,
    pts: sample.dts,
    key: true,
    parts: [bytes.subarray(sample.offset, sample.offset + sample.size)],
  }));
}

function loadG711(bytes: Uint8Array, samples: Mp4Sample[]): LoadedUnit[] {
  const all = Buffer.concat(samples.map((sample) => bytes.subarray(sample.offset, sample.offset + sample.size)));
  return Array.from({ length: Math.floor(all.length / g711PacketSamples) }, (_, index) => {
    const at = index * g711PacketSamples;
    return { dts: at, pts: at, key: true, parts: [all.subarray(at, at + g711PacketSamples)] };
  });
}

function loadAudio(bytes: Uint8Array, track: Mp4AudioTrack): LoadedAudio {
  const units = track.codec === 'aac' ? loadAac(bytes, track.samples) : loadG711(bytes, track.samples);
  const duration = track.codec === 'aac' ? track.durationTicks : units.length * g711PacketSamples;
  const { codec, specific, channels, sampleRate } = track;
  return { units, clockRate: track.timescale, duration, codec, specific, channels, sampleRate };
}

const loading = new Map<string, Promise<LoadedMedia>>();

async function load(file: string): Promise<LoadedMedia> {
  const bytes = await readFile(file);
  const tracks = readMp4(bytes);
  const video = tracks.find((track) => track.kind === 'video');
  const audio = tracks.find((track) => track.kind === 'audio');
  if (!video || video.samples.length === 0) throw new Error(`${file} has no H.264 or H.265 track`);
  return { video: loadVideo(bytes, video), audio: audio && audio.samples.length > 0 ? loadAudio(bytes, audio) : null };
}

/** Loads a prepared MP4; the same path is read once per process (prepared files never change under their name). */
export function loadMedia(file: string): Promise<LoadedMedia> {
  const running = loading.get(file) ?? load(file);
  loading.set(file, running);
  running.catch(() => loading.delete(file));
  return running;
}
