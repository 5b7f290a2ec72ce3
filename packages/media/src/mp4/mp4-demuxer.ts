import type { AudioCodec, VideoCodec } from '../units/access-unit.ts';
import { readAudioSpecificConfig, readAvcConfig, readHevcConfig } from './codec-config.ts';
import type { ParameterSets } from './codec-config.ts';
import { boxesIn, findBox, Mp4FormatError, needBox, viewOf } from './mp4-boxes.ts';
import type { Mp4Box } from './mp4-boxes.ts';
import { readSamples } from './sample-table.ts';
import type { Mp4Sample } from './sample-table.ts';

interface Mp4TrackBase {
  /** Ticks per second of every time in `samples`. */
  timescale: number;
  /** Sum of all sample durations, in ticks. */
  durationTicks: number;
  samples: Mp4Sample[];
}

export interface Mp4VideoTrack extends Mp4TrackBase {
  kind: 'video';
  codec: VideoCodec;
  /** As stated by the sample entry, pixels. */
  width: number;
  height: number;
  parameterSets: ParameterSets;
}

export interface Mp4AudioTrack extends Mp4TrackBase {
  kind: 'audio';
  codec: AudioCodec;
  sampleRate: number;
  channels: number;
  /** AudioSpecificConfig for AAC; empty for G.711. */
  specific: Uint8Array;
}

/** A track that we can read. */
export type Mp4Track = Mp4VideoTrack | Mp4AudioTrack;

type TrackHead = Omit<Mp4VideoTrack, keyof Mp4TrackBase> | Omit<Mp4AudioTrack, keyof Mp4TrackBase>;

function readVideoEntry(bytes: Uint8Array, entry: Mp4Box): TrackHead {
  if (entry.end - entry.body < 78) throw new Mp4FormatError(`sample entry ${entry.type} is too short`);
  const view = viewOf(bytes);
  const codec: VideoCodec = entry.type.startsWith('avc') ? 'h264' : 'h265';
  const box = needBox(
    bytes,
    { body: entry.body + 78, end: entry.end },
    { path: [codec === 'h264' ? 'avcC' : 'hvcC'], minBytes: 7 },
  );
  const body = bytes.subarray(box.body, box.end);
  return {
    kind: 'video',
    codec,
    width: view.getUint16(entry.body + 24),
    height: view.getUint16(entry.body + 26),
    parameterSets: codec === 'h264' ? readAvcConfig(body) : readHevcConfig(body),
  };
}

/** QuickTime sound entries carry 16 or 36 more bytes (version 1, 2) before their boxes. */
function readAudioEntry(bytes: Uint8Array, entry: Mp4Box): TrackHead | null {
  if (entry.end - entry.body < 28) throw new Mp4FormatError(`sample entry ${entry.type} is too short`);
  const view = viewOf(bytes);
  const head = {
    kind: 'audio' as const,
    channels: view.getUint16(entry.body + 16),
    sampleRate: view.getUint32(entry.body + 24) >>> 16,
  };
  if (entry.type !== 'mp4a')
    return { ...head, codec: entry.type === 'ulaw' ? 'pcmu' : 'pcma', specific: new Uint8Array(0) };
  const extra = [0, 16, 36][view.getUint16(entry.body + 8)] ?? 0;
  const inside = { body: Math.min(entry.body + 28 + extra, entry.end), end: entry.end };
  const esds = findBox(bytes, inside, ['esds']) ?? findBox(bytes, inside, ['wave', 'esds']);
  if (!esds) throw new Mp4FormatError('mp4a has no esds');
  const specific = readAudioSpecificConfig(bytes.subarray(esds.body, esds.end));
  return specific ? { ...head, codec: 'aac', specific } : null;
}

function readSampleEntry(bytes: Uint8Array, stbl: Mp4Box): TrackHead | null {
  const stsd = needBox(bytes, stbl, { path: ['stsd'], minBytes: 8 });
  const entry = boxesIn(bytes, stsd.body + 8, stsd.end)[0];
  if (!entry) return null;
  if (['avc1', 'avc3', 'hvc1', 'hev1'].includes(entry.type)) return readVideoEntry(bytes, entry);
  if (['mp4a', 'ulaw', 'alaw'].includes(entry.type)) return readAudioEntry(bytes, entry);
  return null;
}

/** Media time at which presentation begins (first non-empty edit), in ticks; B-frame files start above zero. */
function presentationStart(bytes: Uint8Array, trak: Mp4Box): number {
  const elst = findBox(bytes, trak, ['edts', 'elst']);
  if (!elst || elst.end - elst.body < 8) return 0;
  const view = viewOf(bytes);
  const wide = bytes[elst.body] === 1;
  const entryBytes = wide ? 20 : 12;
  const count = Math.min(view.getUint32(elst.body + 4), Math.floor((elst.end - elst.body - 8) / entryBytes));
  for (let index = 0; index < count; index += 1) {
    const at = elst.body + 8 + index * entryBytes;
    const time = wide ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4);
    if (time >= 0) return time;
  }
  return 0;
}

function readTrack(bytes: Uint8Array, trak: Mp4Box, fileBytes: number): Mp4Track | null {
  const mdhd = needBox(bytes, trak, { path: ['mdia', 'mdhd'], minBytes: 24 });
  const timescale = viewOf(bytes).getUint32(mdhd.body + (bytes[mdhd.body] === 1 ? 20 : 12));
  if (timescale === 0) throw new Mp4FormatError('mdhd has timescale 0');
  const stbl = needBox(bytes, trak, { path: ['mdia', 'minf', 'stbl'], minBytes: 8 });
  const head = readSampleEntry(bytes, stbl);
  if (!head) return null;
  const wholeChunks = head.kind === 'audio' && head.codec !== 'aac';
  const shift = head.kind === 'video' ? presentationStart(bytes, trak) : 0;
  const samples = readSamples(bytes, stbl, { wholeChunks, fileBytes });
  for (const sample of samples) sample.pts -= shift;
  const last = samples.at(-1);
  return { ...head, timescale, samples, durationTicks: last ? last.dts + last.duration : 0 };
}

/**
 * Reads the tracks of an ordinary (not fragmented) MP4 or MOV: H.264, H.265, AAC, G.711; others are left out.
 * `bytes` is the whole file, or any prefix that contains `moov` together with the true `fileBytes`.
 * Sample offsets are positions in the file; presentation times start at the first edit, so pts may be below dts.
 * @throws Mp4FormatError and nothing else, whatever the bytes are.
 */
export function readMp4(bytes: Uint8Array, fileBytes = bytes.length): Mp4Track[] {
  const moov = boxesIn(bytes).find((box) => box.type === 'moov');
  if (!moov) throw new Mp4FormatError('no moov box');
  const traks = boxesIn(bytes, moov.body, moov.end).filter((box) => box.type === 'trak');
  return traks.map((trak) => readTrack(bytes, trak, fileBytes)).filter((track) => track !== null);
}
