import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadMedia } from '../rtsp/loaded-media.ts';
import { prepareMedia } from './prepare-media.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightline-scenes-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const never = new AbortController().signal;

test('says why a scene could not be made and leaves nothing behind', async () => {
  const making = prepareMedia(
    { id: 'nowhere', kind: 'scene', width: 640, height: 360 },
    { folder, signal: never, isUrgent: false, onProgress: () => undefined },
  );
  await expect(making).rejects.toThrow('no scene nowhere');
  expect(await readdir(folder)).toEqual([]);
});

test('stops at once when told to and leaves no finished file', async () => {
  const stop = new AbortController();
  const making = prepareMedia(
    { id: 'street', kind: 'scene', width: 1280, height: 720 },
    { folder, signal: stop.signal, isUrgent: true, onProgress: () => undefined },
  );
  setTimeout(() => stop.abort(), 300);
  await expect(making).rejects.toThrow();
  expect((await readdir(folder)).filter((name) => name.endsWith('.mp4'))).toEqual([]);
});

/** The process that draws into the folder. */
async function drawer(): Promise<number> {
  for (const pid of await readdir('/proc')) {
    const words = await readFile(join('/proc', pid, 'cmdline'), 'utf8').catch(() => '');
    if (words.includes('media-worker') && words.includes(folder)) return Number(pid);
  }
  throw new Error('nobody draws');
}

test.each([true, false])('takes its time from nobody else unless somebody waits for it (%s)', async (isUrgent) => {
  const stop = new AbortController();
  const making = prepareMedia(
    { id: 'street', kind: 'scene', width: 1280, height: 720 },
    { folder, signal: stop.signal, isUrgent, onProgress: () => undefined },
  );
  try {
    const pid = await vi.waitFor(drawer, 10_000);
    expect(getPriority(pid)).toBe(isUrgent ? getPriority() : constants.priority.PRIORITY_LOW);
  } finally {
    stop.abort();
    await expect(making).rejects.toThrow();
  }
});

test('turns a clip into a main and a sub stream once, and finds them the second time', async () => {
  const source = await testMedia('h264-720');
  await writeFile(join(folder, 'v3-clip.main.mp4.4711.part'), 'of a worker that was ended');
  const seen: number[] = [];
  const options = { folder, signal: never, isUrgent: false, onProgress: (done: number) => void seen.push(done) };
  const files = await prepareMedia({ id: 'clip', kind: 'clip', source }, options);
  const [main, sub] = [await loadMedia(files.mainFile), await loadMedia(files.subFile)];
  expect([main.video.width, sub.video.width]).toEqual([1280, 640]);
  expect(main.video.units.length).toBe(180);
  expect(main.video.duration).toBe(sub.video.duration);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  const told = seen.length;
  expect(told).toBeGreaterThan(0);
  expect(await prepareMedia({ id: 'clip', kind: 'clip', source }, options)).toEqual(files);
  expect(seen).toHaveLength(told);
  // What is not urgent steps back behind everything else, here behind the other tests.
}, 120_000);
