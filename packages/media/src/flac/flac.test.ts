import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc16, crc8 } from './crc.ts';
import { flacConfig } from './flac-config.ts';
import { encodeFlacFrame } from './flac-frame.ts';
import { g711ToFlac } from './g711-to-flac.ts';
import { decodeG711 } from './g711-samples.ts';
import { readFlacFrame } from '../../testing/flac/test-flac-reader.ts';

const samples = fc.oneof(
  fc.array(fc.integer({ min: -32_768, max: 32_767 }), { minLength: 1, maxLength: 600 }),
  fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 1, maxLength: 4096 }),
);

describe('a FLAC frame', () => {
  it('refuses nothing at all and more than a block', () => {
    expect(() => encodeFlacFrame({ channels: [new Int16Array(0)], sampleRate: 8000, firstSample: 0 })).toThrow(
      RangeError,
    );
    expect(() => encodeFlacFrame({ channels: [new Int16Array(4097)], sampleRate: 8000, firstSample: 0 })).toThrow(
      RangeError,
    );
  });

  it('gives back every sample, and its place on the time line', () => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 0, max: 2 ** 35 }), (values, firstSample) => {
        const frame = encodeFlacFrame({ channels: [Int16Array.from(values)], sampleRate: 8000, firstSample });
        const read = readFlacFrame(frame);
        expect([...read.channels[0]!]).toEqual(values);
        expect(read).toMatchObject({ firstSample, sampleRate: 8000 });
      }),
      { numRuns: 60 },
    );
  });

  it('carries checksums that come out as zero over the checked bytes', () => {
    const frame = encodeFlacFrame({ channels: [Int16Array.of(1, 2, 3)], sampleRate: 8000, firstSample: 5 });
    expect(crc8(frame.subarray(0, 10))).toBe(0);
    expect(crc16(frame)).toBe(0);
  });

  it('costs almost nothing for silence, and no more than the samples for noise', () => {
    const silence = encodeFlacFrame({ channels: [new Int16Array(4096)], sampleRate: 8000, firstSample: 0 });
    expect(silence.length).toBeLessThan(540);
    const noise = encodeFlacFrame({
      channels: [Int16Array.from({ length: 4096 }, (_, i) => ((i * 48_271 * 48_271) % 65_536) - 32_768)],
      sampleRate: 8000,
      firstSample: 0,
    });
    expect(noise.length).toBeLessThanOrEqual(4096 * 2 + 20);
  });
});

describe('G.711', () => {
  it('is decoded to the values of the recommendation', () => {
    expect([...decodeG711('pcmu', Uint8Array.of(0xff, 0x7f, 0x80, 0x00, 0xf0))]).toEqual([0, 0, 32_124, -32_124, 120]);
    expect([...decodeG711('pcma', Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a, 0xd0))]).toEqual([8, -8, 32_256, -32_256, 88]);
  });

  it('becomes frames that follow each other', () => {
    const bytes = Uint8Array.from({ length: 10_000 }, (_, i) => i & 0xff);
    const frames = g711ToFlac(
      { codec: 'pcma', sampleRate: 8000, channels: 1 },
      [bytes.subarray(0, 160), bytes.subarray(160)],
      32_000,
    );
    expect(frames.map((frame) => frame.duration)).toEqual([4096, 4096, 1808]);
    const read = frames.map((frame) => readFlacFrame(frame.data));
    expect(read.map((frame) => frame.firstSample)).toEqual([32_000, 36_096, 40_192]);
    expect(read.flatMap((frame) => [...frame.channels[0]!])).toEqual([...decodeG711('pcma', bytes)]);
  });

  it('keeps two channels apart', () => {
    const [frame] = g711ToFlac({ codec: 'pcmu', sampleRate: 16_000, channels: 2 }, [Uint8Array.of(1, 2, 3, 4)], 0);
    const read = readFlacFrame(frame!.data);
    expect(read.channels.map((one) => [...one])).toEqual([
      [...decodeG711('pcmu', Uint8Array.of(1, 3))],
      [...decodeG711('pcmu', Uint8Array.of(2, 4))],
    ]);
    expect(flacConfig({ sampleRate: 16_000, channels: 2 }).specific).toHaveLength(34);
  });
});
