import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { concatBytes } from '@sightline/media/bytes/bytes';
import { buildFragmentHead } from '@sightline/media/fmp4/fragment-writer';
import { buildInitSegment } from '@sightline/media/fmp4/init-segment';
import type { FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import { encodeFragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import { readMp4 } from '@sightline/media/mp4/mp4-demuxer';
import { createParameterSets } from '@sightline/media/nal/parameter-sets';
import type { AccessUnit, AudioUnit, StreamConfig } from '@sightline/media/units/access-unit';
import type { Store } from '../../src/platform/store/open-store.ts';
import { SegmentsStore } from '../../src/platform/store/segments-store.ts';

/** A clip as the units a camera would send, times from 0. */
export interface ClipUnits {
  config: StreamConfig;
  video: AccessUnit[];
  audio: AudioUnit[];
}

export async function readClip(file: string): Promise<ClipUnits> {
  const bytes = new Uint8Array(await readFile(file));
  const tracks = readMp4(bytes);
  const video = tracks.find((track) => track.kind === 'video')!;
  const audio = tracks.find((track) => track.kind === 'audio') ?? null;
  const sets = createParameterSets(video.codec);
  for (const set of [...video.parameterSets.vps, ...video.parameterSets.sps, ...video.parameterSets.pps])
    sets.take(set);
  const scale = 90_000 / video.timescale;
  const config = {
    ...sets.changed()!,
    reorders: video.samples.some(
      (sample) =>
        sample.pts !== sample.dts && sample.pts !== sample.dts + video.samples[0]!.pts - video.samples[0]!.dts,
    ),
  };
  const codecString = audio?.codec === 'aac' ? 'mp4a.40.2' : audio?.codec === 'pcmu' ? 'ulaw' : 'alaw';
  return {
    config: {
      video: config,
      audio:
        audio === null
          ? null
          : {
              codec: audio.codec,
              sampleRate: audio.sampleRate,
              channels: audio.channels,
              specific: audio.specific,
              codecString,
            },
    },
    video: video.samples.map((sample) => ({
      kind: 'video',
      data: bytes.subarray(sample.offset, sample.offset + sample.size),
      key: sample.key,
      pts90k: Math.round(sample.pts * scale),
      dts90k: Math.round(sample.dts * scale),
      arrivalMs: 0,
      gap: false,
    })),
    audio: (audio?.samples ?? []).map((sample) => ({
      kind: 'audio',
      data: bytes.subarray(sample.offset, sample.offset + sample.size),
      pts90k: Math.round((sample.pts / audio!.timescale) * 90_000),
      samples: sample.duration,
      arrivalMs: 0,
    })),
  };
}

export interface WriteSegment {
  store: Store;
  volume: string;
  streamId: string;
  startUtcMs: number;
  clip: ClipUnits;
  /** Leave the end mark out, as while recording. */
  isOpen?: boolean;
}

/** Writes a clip as one recorded file with its index and row, in fragments of a second; answers its end. */
export async function writeSegment(
  options: WriteSegment,
): Promise<{ endUtcMs: number; path: string; records: FragmentRecord[] }> {
  const { clip, startUtcMs } = options;
  const path = `${options.streamId}/${startUtcMs}.mp4`;
  const init = buildInitSegment(clip.config);
  const parts: Uint8Array[] = [init];
  const records: FragmentRecord[] = [];
  let offset = init.length;
  const base = clip.video[0]!.dts90k;
  for (const [index, pictures] of groupPictures(clip.video).entries()) {
    const next = clip.video[clip.video.indexOf(pictures.at(-1)!) + 1];
    const fragment = buildFragment(clip, { pictures, next, sequence: index + 1, base, startUtcMs });
    parts.push(fragment.bytes);
    records.push({
      offset,
      bytes: fragment.bytes.length,
      samples: pictures.length,
      wallMs: fragment.wallMs,
      dts: pictures[0]!.dts90k - base,
      duration: fragment.duration,
      startsWithKey: pictures[0]!.key,
      gap: false,
      hasAudio: fragment.hasAudio,
      hasMotion: false,
      motionLevel: 0,
    });
    offset += fragment.bytes.length;
  }
  const file = join(options.volume, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, concatBytes(parts));
  await writeFile(file.replace(/\.mp4$/, '.idx'), concatBytes(records.map((record) => encodeFragmentRecord(record))));
  const last = records.at(-1)!;
  const endUtcMs = Math.round(last.wallMs + last.duration / 90);
  putSegment(options, { path, endUtcMs, bytes: offset, initBytes: init.length });
  return { endUtcMs, path, records };
}

function putSegment(
  { store, streamId, startUtcMs, clip, isOpen = false }: WriteSegment,
  written: { path: string; endUtcMs: number; bytes: number; initBytes: number },
): void {
  const { video, audio } = clip.config;
  new SegmentsStore(store).put({
    ...written,
    streamId,
    startUtcMs,
    endUtcMs: isOpen ? null : written.endUtcMs,
    videoCodec: video.codec,
    codecString: video.codecString,
    width: video.width,
    height: video.height,
    audioCodec: audio?.codec ?? null,
    isRepaired: false,
  });
}

function groupPictures(video: readonly AccessUnit[]): AccessUnit[][] {
  const groups: AccessUnit[][] = [];
  for (const unit of video) {
    const group = groups.at(-1);
    if (group === undefined || unit.key || unit.dts90k - group[0]!.dts90k >= 90_000) groups.push([unit]);
    else group.push(unit);
  }
  return groups;
}

function buildFragment(
  clip: ClipUnits,
  of: { pictures: AccessUnit[]; next: AccessUnit | undefined; sequence: number; base: number; startUtcMs: number },
) {
  const { pictures, base } = of;
  const nominal = clip.video[1]!.dts90k - clip.video[0]!.dts90k;
  const end = of.next?.dts90k ?? pictures.at(-1)!.dts90k + nominal;
  const video = pictures.map((unit, index) => ({
    data: unit.data,
    key: unit.key,
    dts: unit.dts90k - base,
    compositionOffset: unit.pts90k - unit.dts90k,
    duration: (pictures[index + 1]?.dts90k ?? end) - unit.dts90k,
  }));
  const sound = clip.audio.filter(
    (unit) => unit.pts90k >= pictures[0]!.dts90k && (of.next === undefined || unit.pts90k < end),
  );
  const rate = clip.config.audio?.sampleRate ?? 1;
  const audio = sound.map((unit) => ({ data: unit.data, duration: unit.samples }));
  const wallMs = of.startUtcMs + (pictures[0]!.dts90k - base) / 90;
  const audioTime = Math.round((((sound[0]?.pts90k ?? 0) - base) / 90_000) * rate);
  const head = buildFragmentHead({ sequence: of.sequence, wallMs, video, audio, audioTime });
  return {
    bytes: concatBytes([head, ...video.map((one) => one.data), ...audio.map((one) => one.data)]),
    wallMs,
    duration: end - pictures[0]!.dts90k,
    hasAudio: audio.length > 0,
  };
}
