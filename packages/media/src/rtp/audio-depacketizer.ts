import type { AudioConfig } from '../units/access-unit.ts';
import type { RtpPacket } from './rtp-packet.ts';

/** One audio frame out of RTP. `timestamp` is in the audio clock, 32 bits. */
export interface DepacketizedAudio {
  data: Uint8Array;
  timestamp: number;
  samples: number;
}

/** Takes the packets of one audio track in order; answers the frames that are complete. */
export type AudioDepacketizer = (packet: RtpPacket) => DepacketizedAudio[];

/** Field widths of the AU headers, in bits, as the SDP's `fmtp` says. */
export interface AacHeaderLayout {
  sizeBits: number;
  indexBits: number;
  indexDeltaBits: number;
}

const aacFrameSamples = 1024;
const maxFramesPerPacket = 64;
const maxFrameBytes = 8192;

/** G.711: a packet is one frame, one byte per sample and channel. */
export function createG711Depacketizer(config: AudioConfig): AudioDepacketizer {
  return (packet) => {
    const samples = Math.floor(packet.payload.length / config.channels);
    return samples === 0 ? [] : [{ data: packet.payload.slice(), timestamp: packet.timestamp, samples }];
  };
}

/**
 * AAC as `mpeg4-generic` (RFC 3640): AU headers, then frames; frames larger than a packet arrive in pieces that end with the
 * marker. Damaged packets give nothing.
 */
export function createAacDepacketizer(layout: AacHeaderLayout): AudioDepacketizer {
  let pieces: Uint8Array[] = [];
  let wanted = 0;
  return (packet) => {
    const headers = readHeaders(packet.payload, layout);
    if (headers === null) return [];
    const { sizes, dataAt } = headers;
    const body = packet.payload.subarray(dataAt);
    if (sizes.length === 1 && sizes[0]! > body.length) {
      if (wanted !== sizes[0]!) pieces = [];
      wanted = sizes[0]!;
      pieces.push(body.slice());
      const have = pieces.reduce((sum, piece) => sum + piece.length, 0);
      if (have < wanted) return [];
      const whole = join(pieces, wanted);
      pieces = [];
      wanted = 0;
      return [{ data: whole, timestamp: packet.timestamp, samples: aacFrameSamples }];
    }
    return cutFrames(body, { sizes, timestamp: packet.timestamp });
  };
}

function readHeaders(payload: Uint8Array, layout: AacHeaderLayout): { sizes: number[]; dataAt: number } | null {
  if (payload.length < 2) return null;
  const headerBits = (payload[0]! << 8) | payload[1]!;
  const dataAt = 2 + Math.ceil(headerBits / 8);
  if (dataAt > payload.length || layout.sizeBits < 1) return null;
  const sizes: number[] = [];
  let bit = 16;
  const end = 16 + headerBits;
  while (sizes.length < maxFramesPerPacket) {
    const extra = sizes.length === 0 ? layout.indexBits : layout.indexDeltaBits;
    if (bit + layout.sizeBits + extra > end) break;
    const size = readBits(payload, bit, layout.sizeBits);
    if (size === 0 || size > maxFrameBytes) return null;
    sizes.push(size);
    bit += layout.sizeBits + extra;
  }
  return sizes.length === 0 ? null : { sizes, dataAt };
}

function cutFrames(body: Uint8Array, frames: { sizes: number[]; timestamp: number }): DepacketizedAudio[] {
  const out: DepacketizedAudio[] = [];
  let at = 0;
  for (const [index, size] of frames.sizes.entries()) {
    if (at + size > body.length) break;
    const timestamp = (frames.timestamp + index * aacFrameSamples) >>> 0;
    out.push({ data: body.slice(at, at + size), timestamp, samples: aacFrameSamples });
    at += size;
  }
  return out;
}

function readBits(bytes: Uint8Array, from: number, count: number): number {
  let value = 0;
  for (let i = from; i < from + count; i++) value = value * 2 + ((bytes[i >> 3]! >> (7 - (i & 7))) & 1);
  return value;
}

function join(pieces: Uint8Array[], bytes: number): Uint8Array {
  const out = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    const part = piece.subarray(0, bytes - at);
    out.set(part, at);
    at += part.length;
  }
  return out;
}
