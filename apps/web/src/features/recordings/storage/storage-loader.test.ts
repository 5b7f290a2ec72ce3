import type { StorageDay, StorageRequest } from '@sightline/contracts/recordings/storage';
import { expect, test, vi } from 'vitest';
import { cacheIdOf, createStorageLoader } from './storage-loader.ts';

const dayMs = 86_400_000;
const camera = { edgeId: 'e', cameraId: 'c' };
const span = (day: number) => ({ base: day * dayMs, endUtcMs: (day + 1) * dayMs });
const answer = ({ edgeId, cameraId, start, end }: StorageRequest): StorageDay[] =>
  Array.from({ length: (end - start) / dayMs }, (_, index) => {
    const base = start + index * dayMs;
    const lists = { regularStorage: [], smartStorage: [], noStorage: [] };
    return { edgeId, cameraId, base, endUtcMs: base + dayMs, cacheId: cacheIdOf({ edgeId, cameraId }, base), ...lists };
  });

test('a failure, and a day that was not answered, fail those who wait for them', async () => {
  const failing = createStorageLoader(() => Promise.reject(new Error('away')));
  await expect(failing.load(camera, span(1))).rejects.toThrow('away');
  const empty = createStorageLoader(() => Promise.resolve([]));
  await expect(empty.load(camera, span(1))).rejects.toThrow('not answered');
});

test('STOR-001: an answer that is held for 20 s is not waited for any longer', async () => {
  vi.useFakeTimers();
  try {
    const held = createStorageLoader(
      (_request, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    );
    const settled = vi.fn();
    const day = held.load(camera, span(1)).catch((failure: unknown) => settled(failure));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    await day;
    expect(settled).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

test('STOR-002: days that are wanted together are asked for once, per camera, and found by their cache id', async () => {
  const asked: StorageRequest[] = [];
  const loader = createStorageLoader((request) => {
    asked.push(request);
    return Promise.resolve(answer(request));
  });
  const other = { edgeId: 'e', cameraId: 'd' };
  const days = await Promise.all([
    loader.load(camera, span(3)),
    loader.load(other, span(1)),
    loader.load(camera, span(1)),
  ]);
  expect(days.map(({ cacheId }) => cacheId)).toEqual([
    `e:c:${String(3 * dayMs)}`,
    `e:d:${String(dayMs)}`,
    `e:c:${String(dayMs)}`,
  ]);
  expect(asked).toEqual([
    { ...camera, start: dayMs, end: 4 * dayMs },
    { ...other, start: dayMs, end: 2 * dayMs },
  ]);
});

test('more days than a call may ask for are asked for in several', async () => {
  const asked: number[] = [];
  const loader = createStorageLoader((request) => {
    asked.push((request.end - request.start) / dayMs);
    return Promise.resolve(answer(request));
  });
  await Promise.all(Array.from({ length: 100 }, (_, day) => loader.load(camera, span(day))));
  expect(asked).toEqual([60, 40]);
});
