import { concatBytes } from '../bytes/bytes.ts';
import { sameDecoderConfig } from '../nal/video-config.ts';
import { ascii, box, fullBox, u16, u32, u64 } from './box-writer.ts';
import type { FileConfig } from '../nal/file-config.ts';
import type { ReadMoof } from './fragment-reader.ts';
import { audioSampleEntry, videoSampleEntry } from './sample-entries.ts';
import { createSampleTable, type SampleTable } from './sample-table-writer.ts';
import {
  audioTrackId,
  movieHeader,
  sampleDescriptions,
  trackBox,
  videoTimescale,
  videoTrackId,
} from './track-boxes.ts';

/** One recorded fragment that goes into the file. */
export interface ProgressiveFragment {
  config: FileConfig;
  moof: ReadMoof;
  /** Bytes of its `mdat` without the head; they are copied in the order of the fragments. */
  payloadBytes: number;
  /** First byte of the payload minus first byte of the `moof`. */
  payloadOffset: number;
}

export interface ProgressiveTrim {
  /** Playback begins this long after the first picture, ms. */
  startMs: number;
  /** Playback lasts this long, ms; null = to the end. */
  durationMs: number | null;
}

export interface ProgressivePlan {
  /** Everything before the first payload: `ftyp`, `moov`, head of `mdat`. Write it, then the payloads in order. */
  head: Uint8Array;
  /** Size of the finished file. */
  totalBytes: number;
  /** Length when played, ms. */
  durationMs: number;
}

interface Tracks {
  video: SampleTable;
  audio: SampleTable;
  /** Movie time (90 kHz) of the first audio sample. */
  audioStart: number;
  configs: FileConfig[];
  payloadBytes: number;
}

/**
 * Plans an ordinary MP4 file (index first, so that it plays while it downloads) from recorded fragments, without touching
 * their pictures. Holes between fragments vanish: the pictures follow each other. A start between keyframes is met with an
 * edit list. Throws RangeError when there is no fragment or the first does not begin with a keyframe.
 */
export function planProgressiveFile(fragments: readonly ProgressiveFragment[], trim: ProgressiveTrim): ProgressivePlan {
  const tracks = collect(fragments);
  const trimStart = Math.min(Math.round(trim.startMs * 90), Math.max(0, tracks.video.duration() - 1));
  const longest = tracks.video.duration() - trimStart;
  const duration =
    trim.durationMs === null ? longest : Math.max(1, Math.min(longest, Math.round(trim.durationMs * 90)));
  const build = (mediaAt: number): Uint8Array =>
    concatBytes([fileType(), movie(tracks, { mediaAt, trimStart, duration }), mdatHead(tracks.payloadBytes)]);
  // Offsets have a fixed width: the size does not depend on them.
  const head = build(build(0).length);
  return { head, totalBytes: head.length + tracks.payloadBytes, durationMs: duration / 90 };
}

function collect(fragments: readonly ProgressiveFragment[]): Tracks {
  const tracks: Tracks = {
    video: createSampleTable(),
    audio: createSampleTable(),
    audioStart: 0,
    configs: [],
    payloadBytes: 0,
  };
  for (const fragment of fragments) {
    const video = fragment.moof.tracks.find((track) => track.trackId === videoTrackId);
    if (video === undefined) throw new RangeError('a fragment has no video');
    if (tracks.video.samples() === 0 && !video.samples[0]!.key)
      throw new RangeError('the first fragment does not begin with a keyframe');
    const base = tracks.payloadBytes - fragment.payloadOffset;
    const movieTime = tracks.video.duration();
    tracks.video.chunk(base + video.dataOffset, configIndex(tracks.configs, fragment.config));
    for (const sample of video.samples) tracks.video.sample(sample);
    addAudio(tracks, fragment, { base, movieTime, videoTime: video.time });
    tracks.payloadBytes += fragment.payloadBytes;
  }
  if (tracks.video.samples() === 0) throw new RangeError('nothing to write');
  return tracks;
}

function configIndex(configs: FileConfig[], config: FileConfig): number {
  const known = configs.findIndex((other) => sameDecoderConfig(other, config));
  return known >= 0 ? known + 1 : configs.push(config);
}

// Audio keeps its place beside the pictures: holes are filled by stretching the sample before them.
function addAudio(
  tracks: Tracks,
  fragment: ProgressiveFragment,
  at: { base: number; movieTime: number; videoTime: number },
): void {
  const audio = fragment.moof.tracks.find((track) => track.trackId === audioTrackId);
  const format = fragment.config.audio;
  const first = tracks.configs.find((config) => config.audio !== null)?.audio ?? null;
  // One track has one clock: audio of another kind (the camera was changed in between) is left out.
  if (
    audio === undefined ||
    format === null ||
    first === null ||
    format.codec !== first.codec ||
    format.sampleRate !== first.sampleRate
  )
    return;
  const wanted = at.movieTime + (audio.time * videoTimescale) / format.sampleRate - at.videoTime;
  if (tracks.audio.samples() === 0) tracks.audioStart = Math.max(0, wanted);
  else
    tracks.audio.stretchLast(
      Math.round(((wanted - tracks.audioStart) * format.sampleRate) / videoTimescale) - tracks.audio.duration(),
    );
  const description = audioConfigs(tracks.configs).findIndex((config) => sameAudio(config, fragment.config)) + 1;
  tracks.audio.chunk(at.base + audio.dataOffset, description);
  for (const sample of audio.samples) tracks.audio.sample({ ...sample, compositionOffset: 0, key: true });
}

function audioConfigs(configs: readonly FileConfig[]): FileConfig[] {
  const distinct: FileConfig[] = [];
  for (const config of configs)
    if (config.audio !== null && !distinct.some((other) => sameAudio(other, config))) distinct.push(config);
  return distinct;
}

function sameAudio(a: FileConfig, b: FileConfig): boolean {
  return sameDecoderConfig({ video: a.video, audio: a.audio }, { video: a.video, audio: b.audio });
}

function fileType(): Uint8Array {
  return box('ftyp', ascii('isom'), u32(0x200), ascii('isomiso2mp41'));
}

function mdatHead(payloadBytes: number): Uint8Array {
  return payloadBytes + 8 > 0xffffffff
    ? concatBytes([u32(1), ascii('mdat'), u64(payloadBytes + 16)])
    : concatBytes([u32(payloadBytes + 8), ascii('mdat')]);
}

function movie(tracks: Tracks, layout: { mediaAt: number; trimStart: number; duration: number }): Uint8Array {
  const boxes = [movieHeader(layout.duration, 3), videoTrack(tracks, layout)];
  if (tracks.audio.samples() > 0) boxes.push(audioTrack(tracks, layout));
  return box('moov', ...boxes);
}

function videoTrack(tracks: Tracks, layout: { mediaAt: number; trimStart: number; duration: number }): Uint8Array {
  // Pictures may be due before their decode time: everything is shifted so that none is, and the edit list takes it back.
  const shift = -tracks.video.lowestCompositionOffset();
  return trackBox({
    trackId: videoTrackId,
    timescale: videoTimescale,
    duration: tracks.video.duration(),
    movieDuration: layout.duration,
    video: tracks.configs[0]!.video,
    edits: [edits([{ duration: layout.duration, mediaTime: shift + layout.trimStart }])],
    sampleTable: [
      sampleDescriptions(tracks.configs.map((config) => videoSampleEntry(config.video))),
      ...tracks.video.boxes({ mediaAt: layout.mediaAt, shift, allKeys: false }),
    ],
  });
}

function audioTrack(tracks: Tracks, layout: { mediaAt: number; trimStart: number; duration: number }): Uint8Array {
  const configs = audioConfigs(tracks.configs);
  const rate = configs[0]!.audio!.sampleRate;
  const silence = Math.max(0, Math.min(layout.duration, Math.round(tracks.audioStart) - layout.trimStart));
  const mediaTime = Math.max(0, Math.round(((layout.trimStart - tracks.audioStart) * rate) / videoTimescale));
  const list = silence > 0 ? [{ duration: silence, mediaTime: -1 }] : [];
  if (layout.duration > silence) list.push({ duration: layout.duration - silence, mediaTime });
  return trackBox({
    trackId: audioTrackId,
    timescale: rate,
    duration: tracks.audio.duration(),
    movieDuration: layout.duration,
    video: null,
    edits: [edits(list)],
    sampleTable: [
      sampleDescriptions(configs.map((config) => audioSampleEntry(config.audio!))),
      ...tracks.audio.boxes({ mediaAt: layout.mediaAt, shift: 0, allKeys: true }),
    ],
  });
}

function edits(list: readonly { duration: number; mediaTime: number }[]): Uint8Array {
  const entries = list.map(({ duration, mediaTime }) =>
    concatBytes([u64(duration), mediaTime < 0 ? u32(0xffffffff, 0xffffffff) : u64(mediaTime), u16(1, 0)]),
  );
  return box('edts', fullBox('elst', { version: 1, flags: 0 }, u32(list.length), ...entries));
}
