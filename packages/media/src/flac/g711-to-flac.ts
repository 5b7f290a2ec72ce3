import { concatBytes } from '../bytes/bytes.ts';
import type { AudioConfig } from '../units/access-unit.ts';
import { encodeFlacFrame, maxFlacSamples } from './flac-frame.ts';
import { decodeG711 } from './g711-samples.ts';

/** One frame of FLAC. */
export interface FlacSample {
  data: Uint8Array;
  /** Samples per channel. */
  duration: number;
}

/** True for sound that has to be turned into FLAC before a browser plays it. */
export function isG711<A extends { codec: string }>(audio: A | null): audio is A & { codec: 'pcmu' | 'pcma' } {
  return audio?.codec === 'pcmu' || audio?.codec === 'pcma';
}

/**
 * Turns consecutive pieces of G.711 into as few FLAC frames as possible. `firstSample` is the place of the first on the
 * track's time line, in samples. Nothing is kept from call to call.
 */
export function g711ToFlac(
  source: Pick<AudioConfig, 'codec' | 'sampleRate' | 'channels'>,
  pieces: readonly Uint8Array[],
  firstSample: number,
): FlacSample[] {
  if (!isG711(source)) throw new RangeError('only G.711 is turned into FLAC');
  const { sampleRate, channels } = source;
  const samples = decodeG711(source.codec, concatBytes(pieces));
  const total = Math.floor(samples.length / channels);
  const frames: FlacSample[] = [];
  for (let at = 0; at < total; at += maxFlacSamples) {
    const duration = Math.min(maxFlacSamples, total - at);
    const split = Array.from({ length: channels }, (_, channel) =>
      Int16Array.from({ length: duration }, (__, i) => samples[(at + i) * channels + channel]!),
    );
    frames.push({ data: encodeFlacFrame({ channels: split, sampleRate, firstSample: firstSample + at }), duration });
  }
  return frames;
}
