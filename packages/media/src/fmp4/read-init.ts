import { parseH264Sps } from '../nal/h264-sps.ts';
import { parseH265Sps } from '../nal/h265-sps.ts';
import { readAudioSpecificConfig } from '../rtsp/sdp.ts';
import type { AudioConfig, StreamConfig, VideoConfig } from '../units/access-unit.ts';
import { type BoxView, listBoxes } from './box-walker.ts';

/** Reads back the configuration from an init section that `buildInitSegment` made; null when it is damaged or foreign. */
export function readInitSegment(bytes: Uint8Array): StreamConfig | null {
  const moov = listBoxes(bytes, 0, bytes.length).find((box) => box.type === 'moov');
  if (moov === undefined) return null;
  let video: VideoConfig | null = null;
  let audio: AudioConfig | null = null;
  for (const trak of children(bytes, moov).filter((box) => box.type === 'trak')) {
    const entry = sampleEntry(bytes, trak);
    if (entry?.type === 'avc1' || entry?.type === 'hvc1') video = readVideo(bytes, entry);
    if (entry?.type === 'mp4a' || entry?.type === 'ulaw' || entry?.type === 'alaw') audio = readAudio(bytes, entry);
  }
  return video === null ? null : { video, audio };
}

function children(bytes: Uint8Array, parent: BoxView, skip = 0): BoxView[] {
  return listBoxes(bytes, parent.contentAt + skip, parent.end);
}

function sampleEntry(bytes: Uint8Array, trak: BoxView): BoxView | null {
  let box: BoxView | undefined = trak;
  for (const type of ['mdia', 'minf', 'stbl', 'stsd']) {
    box = box && children(bytes, box).find((child) => child.type === type);
  }
  return box === undefined ? null : (children(bytes, box, 8)[0] ?? null);
}

function readVideo(bytes: Uint8Array, entry: BoxView): VideoConfig | null {
  const codec = entry.type === 'avc1' ? 'h264' : 'h265';
  const config = children(bytes, entry, 78).find((child) => child.type === (codec === 'h264' ? 'avcC' : 'hvcC'));
  if (config === undefined) return null;
  const sets = codec === 'h264' ? readAvcC(bytes, config) : readHvcC(bytes, config);
  const first = sets?.sps[0];
  const info = first === undefined ? null : codec === 'h264' ? parseH264Sps(first) : parseH265Sps(first);
  if (sets === null || info === null) return null;
  return {
    codec,
    ...sets,
    width: info.width,
    height: info.height,
    codecString: info.codecString,
    nominalFps: info.fps,
    reorders: (info.maxReorder ?? 0) > 0,
  };
}

interface Sets {
  sps: Uint8Array[];
  pps: Uint8Array[];
  vps: Uint8Array[];
}

function readAvcC(bytes: Uint8Array, box: BoxView): Sets | null {
  let at = box.contentAt + 5;
  const list = (mask: number): Uint8Array[] | null =>
    takeSets(bytes, { count: (bytes[at++] ?? 0) & mask, end: box.end });
  const takeSets = (source: Uint8Array, range: { count: number; end: number }): Uint8Array[] | null => {
    const sets: Uint8Array[] = [];
    for (let i = 0; i < range.count; i++) {
      const size = ((source[at] ?? 0) << 8) | (source[at + 1] ?? 0);
      if (at + 2 + size > range.end) return null;
      sets.push(source.slice(at + 2, at + 2 + size));
      at += 2 + size;
    }
    return sets;
  };
  const sps = list(0x1f);
  const pps = sps && list(0xff);
  return sps === null || pps === null ? null : { sps, pps, vps: [] };
}

function readHvcC(bytes: Uint8Array, box: BoxView): Sets | null {
  const sets: Sets = { sps: [], pps: [], vps: [] };
  let at = box.contentAt + 22;
  const arrays = bytes[at++] ?? 0;
  for (let array = 0; array < arrays && at + 3 <= box.end; array++) {
    const type = bytes[at]! & 0x3f;
    const count = (bytes[at + 1]! << 8) | bytes[at + 2]!;
    at += 3;
    for (let i = 0; i < count; i++) {
      const size = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      if (at + 2 + size > box.end) return null;
      const list = type === 32 ? sets.vps : type === 33 ? sets.sps : type === 34 ? sets.pps : null;
      list?.push(bytes.slice(at + 2, at + 2 + size));
      at += 2 + size;
    }
  }
  return sets;
}

function readAudio(bytes: Uint8Array, entry: BoxView): AudioConfig | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (entry.end - entry.contentAt < 28) return null;
  const channels = view.getUint16(entry.contentAt + 16);
  const sampleRate = view.getUint16(entry.contentAt + 24);
  if (entry.type === 'ulaw')
    return { codec: 'pcmu', codecString: 'ulaw', sampleRate, channels, specific: new Uint8Array(0) };
  if (entry.type === 'alaw')
    return { codec: 'pcma', codecString: 'alaw', sampleRate, channels, specific: new Uint8Array(0) };
  const esds = children(bytes, entry, 28).find((child) => child.type === 'esds');
  const specific = esds === undefined ? null : readSpecific(bytes.subarray(esds.contentAt + 4, esds.end));
  if (specific === null) return null;
  const info = readAudioSpecificConfig(specific);
  return {
    codec: 'aac',
    codecString: `mp4a.40.${info.objectType}`,
    sampleRate: sampleRate || info.sampleRate,
    channels,
    specific,
  };
}

// Our own layout: descriptors 3, 4 and 5 with four-byte lengths at fixed places.
function readSpecific(esds: Uint8Array): Uint8Array | null {
  const at = 5 + 3 + 5 + 13;
  if (esds[at] !== 5 || at + 5 > esds.length) return null;
  const size = ((esds[at + 3]! & 0x7f) << 7) | (esds[at + 4]! & 0x7f);
  return size < 2 || at + 5 + size > esds.length ? null : esds.slice(at + 5, at + 5 + size);
}
