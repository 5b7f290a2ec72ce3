import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Mp4FormatError } from './mp4-boxes.ts';
import { readMp4 } from './mp4-demuxer.ts';
import type { Mp4VideoTrack } from './mp4-demuxer.ts';
import { box, bytes, u16, u32, videoFile } from '../../testing/mp4/test-mp4.ts';
import type { VideoTables } from '../../testing/mp4/test-mp4.ts';

const plain: VideoTables = {
  sizes: [100, 50, 60, 70],
  stts: [4, 6000],
  stss: [1, 3],
  stsc: [1, 2, 1],
  stco: [1000, 2000],
};

/** What reading does with the input: `read` or `refused`; anything else than a format error is thrown on. */
function outcome(input: Uint8Array): 'read' | 'refused' {
  try {
    readMp4(input);
    return 'read';
  } catch (error) {
    if (error instanceof Mp4FormatError) return 'refused';
    throw error;
  }
}

test('throws nothing but a format error for random bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2000 }), (input) => ['read', 'refused'].includes(outcome(input))));
});

test('throws nothing but a format error for every damaged byte of a file', () => {
  const good = videoFile({ ...plain, ctts: [4, 6000], edit: 6000 });
  const end = good.length - 4000;
  fc.assert(
    fc.property(fc.nat(end - 1), fc.nat(255), fc.nat(end - 1), (at, value, second) => {
      const damaged = Uint8Array.from(good);
      damaged[at] = value;
      damaged[second] = 255 - value;
      return ['read', 'refused'].includes(outcome(damaged));
    }),
    { numRuns: 3000 },
  );
});

test('throws nothing but a format error for every shortened file', () => {
  const good = videoFile(plain);
  const outcomes = Array.from({ length: good.length - 4000 }, (_, length) => outcome(good.subarray(0, length)));
  expect(new Set(outcomes)).toEqual(new Set(['refused']));
});

test.each([
  ['a file without moov', bytes(box('ftyp', 'isom')), 'no moov'],
  ['a sample behind the end', videoFile({ ...plain, stco: [1000, 999_999] }), 'behind the end'],
  ['chunks out of order', videoFile({ ...plain, stsc: [2, 2, 1] }), 'not in order'],
  ['a timescale of 0', videoFile({ ...plain, timescale: 0 }), 'timescale 0'],
])('refuses %s', (_title, file, reason) => {
  expect(() => readMp4(file)).toThrow(reason);
});

test('refuses a table that says more entries than it has', () => {
  const file = videoFile(plain);
  const at = file.findIndex((_, index) => String.fromCharCode(...file.subarray(index, index + 4)) === 'stts');
  file.set(u32(0xffff_ffff), at + 8);
  expect(() => readMp4(file)).toThrow('shorter than its count');
});

test('reads samples with offset, size, times and keyframes', () => {
  const [track] = readMp4(videoFile(plain)) as [Mp4VideoTrack];
  expect(track).toMatchObject({
    kind: 'video',
    codec: 'h264',
    width: 640,
    height: 360,
    timescale: 90_000,
    durationTicks: 24_000,
  });
  expect(track.samples.map(({ offset, size, dts, pts, key }) => [offset, size, dts, pts, key])).toEqual([
    [1000, 100, 0, 0, true],
    [1100, 50, 6000, 6000, false],
    [2000, 60, 12_000, 12_000, true],
    [2060, 70, 18_000, 18_000, false],
  ]);
  expect(track.parameterSets).toMatchObject({ lengthSize: 4, sps: [bytes([0x67, 1, 2, 3])], pps: [bytes([0x68, 9])] });
});

test('applies composition offsets and the edit list, so that presentation starts at zero', () => {
  const [track] = readMp4(videoFile({ ...plain, ctts: [1, 6000, 1, 18_000, 1, 6000, 1, 0], edit: 6000 })) as [
    Mp4VideoTrack,
  ];
  expect(track.samples.map(({ pts }) => pts)).toEqual([0, 18_000, 12_000, 12_000]);
});

test('takes every sample for a keyframe when the file does not say', () => {
  const { stss: _, ...rest } = plain;
  const [track] = readMp4(videoFile(rest)) as [Mp4VideoTrack];
  expect(track.samples.every(({ key }) => key)).toBe(true);
});

test('reads from the first bytes alone when told how long the file is', () => {
  const file = videoFile(plain);
  expect(readMp4(file.subarray(0, file.length - 3000), file.length)).toHaveLength(1);
});

test('leaves tracks of unknown kind out', () => {
  const stbl = box('stbl', box('stsd', u32(0), u32(1), box('tx3g', u16(0))));
  const mdhd = box('mdhd', u32(0), u32(0), u32(0), u32(1000), u32(0), u32(0));
  expect(readMp4(bytes(box('moov', box('trak', box('mdia', mdhd, box('minf', stbl))))))).toEqual([]);
});
