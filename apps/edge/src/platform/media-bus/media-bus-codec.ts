import type { MediaUnit, StreamConfig } from '@sightline/media/units/access-unit';
import {
  flagConfig,
  flagGap,
  flagKey,
  headerBytes,
  kindAudio,
  kindConfig,
  kindVideo,
  maxFrameBytes,
  unitPrefixBytes,
} from './media-bus-protocol.ts';

export interface BusFrame {
  kind: number;
  flags: number;
  stream: number;
  pts90k: number;
  payload: Uint8Array;
}

/** Header and unit prefix of a unit; the unit's data follows as it is, so that a burst to many readers copies no picture. */
export function encodeUnitHead(unit: MediaUnit): Buffer {
  const head = Buffer.allocUnsafe(headerBytes + unitPrefixBytes);
  const flags = unit.kind === 'video' ? (unit.key ? flagKey : 0) | (unit.gap ? flagGap : 0) : 0;
  writeHeader(head, {
    length: unitPrefixBytes + unit.data.length,
    flags,
    kind: unit.kind === 'video' ? kindVideo : kindAudio,
    pts90k: unit.pts90k,
  });
  head.writeInt32LE(unit.kind === 'video' ? clampI32(unit.pts90k - unit.dts90k) : unit.samples, headerBytes);
  head.writeDoubleLE(unit.arrivalMs, headerBytes + 4);
  return head;
}

/** A frame with a JSON payload. */
export function encodeJson(kind: number, body: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(body));
  const head = Buffer.allocUnsafe(headerBytes);
  writeHeader(head, { length: payload.length, flags: kind === kindConfig ? flagConfig : 0, kind, pts90k: 0 });
  return Buffer.concat([head, payload]);
}

/** A stream's configuration; parameter sets travel as base64. */
export function encodeConfig(config: StreamConfig): Buffer {
  return encodeJson(kindConfig, encodeConfigBody(config));
}

function writeHeader(head: Buffer, fields: { length: number; flags: number; kind: number; pts90k: number }): void {
  head.writeUInt32LE(fields.length, 0);
  head.writeUInt16LE(0, 4);
  head[6] = fields.flags;
  head[7] = fields.kind;
  head.writeInt32LE(Math.floor(fields.pts90k / 2 ** 32), 12);
  head.writeUInt32LE(fields.pts90k >>> 0, 8);
}

function clampI32(value: number): number {
  return Math.max(-0x80000000, Math.min(0x7fffffff, value));
}

/** Rebuilds a unit; null when the frame is too short. The data is a view into the frame. */
export function decodeUnit(frame: BusFrame): MediaUnit | null {
  if (frame.payload.length < unitPrefixBytes) return null;
  const view = new DataView(frame.payload.buffer, frame.payload.byteOffset, frame.payload.byteLength);
  const first = view.getInt32(0, true);
  const arrivalMs = view.getFloat64(4, true);
  const data = frame.payload.subarray(unitPrefixBytes);
  const { pts90k } = frame;
  if (frame.kind === kindAudio) return { kind: 'audio', data, pts90k, samples: first, arrivalMs };
  return {
    kind: 'video',
    data,
    key: (frame.flags & flagKey) !== 0,
    gap: (frame.flags & flagGap) !== 0,
    pts90k,
    dts90k: pts90k - first,
    arrivalMs,
  };
}

function encodeConfigBody(config: StreamConfig): unknown {
  const bytes = (value: Uint8Array): string => Buffer.from(value).toString('base64');
  const { video, audio } = config;
  return {
    video: { ...video, sps: video.sps.map(bytes), pps: video.pps.map(bytes), vps: video.vps.map(bytes) },
    audio: audio === null ? null : { ...audio, specific: bytes(audio.specific) },
  };
}

/** Reads the payload of a config frame. */
export function decodeConfigBody(text: string): StreamConfig {
  const body = JSON.parse(text) as {
    video: Record<string, unknown> & Record<'sps' | 'pps' | 'vps', string[]>;
    audio: (Record<string, unknown> & { specific: string }) | null;
  };
  const bytes = (value: string): Uint8Array => new Uint8Array(Buffer.from(value, 'base64'));
  const { video, audio } = body;
  return {
    video: { ...video, sps: video.sps.map(bytes), pps: video.pps.map(bytes), vps: video.vps.map(bytes) },
    audio: audio === null ? null : { ...audio, specific: bytes(audio.specific) },
  } as StreamConfig;
}

/** Cuts a byte stream into frames; answers false when the peer is broken. */
export function createFrameReader(onFrame: (frame: BusFrame) => void): (chunk: Buffer) => boolean {
  let parts: Buffer[] = [];
  let have = 0;
  let need = headerBytes;
  return (chunk) => {
    parts.push(chunk);
    have += chunk.length;
    if (have < need) return true;
    let bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts, have);
    need = headerBytes;
    while (bytes.length >= headerBytes) {
      const length = bytes.readUInt32LE(0);
      if (length > maxFrameBytes) return false;
      need = headerBytes + length;
      if (bytes.length < need) break;
      onFrame(readFrame(bytes, length));
      bytes = bytes.subarray(need);
      need = headerBytes;
    }
    parts = bytes.length === 0 ? [] : [bytes];
    have = bytes.length;
    return true;
  };
}

function readFrame(bytes: Buffer, length: number): BusFrame {
  return {
    stream: bytes.readUInt16LE(4),
    flags: bytes[6]!,
    kind: bytes[7]!,
    pts90k: bytes.readInt32LE(12) * 2 ** 32 + bytes.readUInt32LE(8),
    payload: new Uint8Array(bytes.buffer, bytes.byteOffset + headerBytes, length),
  };
}
