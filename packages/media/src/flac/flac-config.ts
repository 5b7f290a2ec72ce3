import type { AudioConfig } from '../units/access-unit.ts';

/** Sound as FLAC: what browsers get instead of G.711, which they refuse. */
export interface FlacConfig {
  codec: 'flac';
  sampleRate: number;
  channels: number;
  /** STREAMINFO without its block header, 34 bytes. */
  specific: Uint8Array;
  codecString: 'flac';
}

/** How sound of this kind is described as FLAC of 16-bit samples. */
export function flacConfig(source: Pick<AudioConfig, 'sampleRate' | 'channels'>): FlacConfig {
  const { sampleRate, channels } = source;
  const specific = new Uint8Array(34);
  const view = new DataView(specific.buffer);
  view.setUint16(0, 16);
  view.setUint16(2, 4096);
  // 20 bits of rate, 3 of channels - 1, 5 of bits - 1; sizes, length and checksum stay unknown.
  view.setUint32(10, ((sampleRate << 12) | ((channels - 1) << 9) | (15 << 4)) >>> 0);
  return { codec: 'flac', sampleRate, channels, specific, codecString: 'flac' };
}
