import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { expect, test } from 'vitest';
import { loadMedia } from './loaded-media.ts';
import { firstUnitFrom, unitAt } from './track-loop.ts';

test('refuses a file that is no MP4, and tries again when it has become one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-media-'));
  const file = join(folder, 'x.mp4');
  await writeFile(file, 'nothing');
  await expect(loadMedia(file)).rejects.toThrow('no moov');
  await expect(loadMedia(file)).rejects.toThrow('no moov');
  await rm(folder, { recursive: true });
});

test.each([
  ['h264-sub', 'h264', null],
  ['hevc', 'h265', null],
  ['h264-aac', 'h264', 'aac'],
  ['h264-g711', 'h264', 'pcmu'],
] as const)('reads what real encoders write: %s', async (kind, video, audio) => {
  const media = await loadMedia(await testMedia(kind));
  expect([media.video.codec, media.audio?.codec ?? null]).toEqual([video, audio]);
  expect(media.video.units).toHaveLength(180);
  expect(media.video.duration).toBe(12 * 90_000);
  expect(media.video.units.filter(({ key }) => key).map(({ dts }) => dts)).toEqual(
    [0, 1, 2, 3, 4, 5].map((n) => n * 180_000),
  );
  expect(media.video.parameterSets.sps.length).toBeGreaterThan(0);
});

test('presents pictures of a file with B-frames in another order than it sends them', async () => {
  const { video } = await loadMedia(await testMedia('h264-bframes'));
  expect(video.units.some(({ pts }, index) => index > 0 && pts < video.units[index - 1]!.pts)).toBe(true);
  expect(video.units.map(({ pts }) => pts).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 180 }, (_, index) => index * 6000),
  );
});

test('repeats without a step', async () => {
  const { video } = await loadMedia(await testMedia('h264-sub'));
  const times = Array.from({ length: 400 }, (_, n) => unitAt(video, n).pts);
  expect(new Set(times.slice(1).map((time, index) => time - times[index]!))).toEqual(new Set([6000]));
  for (const n of [0, 1, 179, 180, 181, 359, 360]) expect(firstUnitFrom(video, unitAt(video, n).dueMs)).toBe(n);
  expect(firstUnitFrom(video, -5)).toBe(0);
});
