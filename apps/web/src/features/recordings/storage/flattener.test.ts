import type { StorageDay } from '@sightline/contracts/recordings/storage';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFlattener, type FlattenPort, type FlattenQuestion, type FlattenWord } from './flattener.ts';
import { flattenStorage } from './storage-pieces.ts';

const days: StorageDay[] = [
  {
    edgeId: 'e',
    cameraId: 'c',
    base: 0,
    endUtcMs: 10,
    cacheId: 'e:c:0',
    regularStorage: [{ fromUtcMs: 0, toUtcMs: 10 }],
    smartStorage: [],
    noStorage: [],
  },
];
const expected = flattenStorage(days);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function port() {
  const asked: FlattenQuestion[] = [];
  let heard: (word: FlattenWord) => void = () => undefined;
  let fail = (): void => undefined;
  const end = vi.fn();
  const one: FlattenPort = {
    post: (question) => asked.push(question),
    listen: (onWord, onFailure) => {
      heard = onWord;
      fail = onFailure;
    },
    end,
  };
  return { one, asked, end, say: (word: FlattenWord) => heard(word), fail: () => fail() };
}

/** The answer, or "waiting" while there is none. */
async function now<T>(promise: Promise<T>): Promise<T | 'waiting'> {
  await vi.advanceTimersByTimeAsync(0);
  return Promise.race([promise, Promise.resolve('waiting' as const)]);
}

describe('flattening beside the page', () => {
  it('STOR-004: a worker that never answers costs five seconds, then the page answers itself', async () => {
    const worker = port();
    const answer = createFlattener(() => worker.one).flatten(days);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(await now(answer)).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await now(answer)).toEqual(expected);
  });

  it('STOR-004: a worker that has not begun within twenty seconds is given up, and nobody waits for it any more', async () => {
    const worker = port();
    const flattener = createFlattener(() => worker.one);
    void flattener.flatten(days);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(worker.end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(worker.end).toHaveBeenCalledOnce();
    expect(await now(flattener.flatten(days))).toEqual(expected);
    expect(worker.asked).toHaveLength(1);
  });

  it('STOR-004: a worker that begins in time is kept, and its late answer is not taken for another', async () => {
    const worker = port();
    const flattener = createFlattener(() => worker.one);
    const first = flattener.flatten(days);
    worker.say({ type: 'ready' });
    await vi.advanceTimersByTimeAsync(25_000);
    expect(worker.end).not.toHaveBeenCalled();
    expect(await now(first)).toEqual(expected);
    const second = flattener.flatten([]);
    worker.say({ type: 'flat', id: worker.asked[0]!.id, pieces: expected });
    expect(await now(second)).toBe('waiting');
    worker.say({ type: 'flat', id: worker.asked[1]!.id, pieces: [] });
    expect(await now(second)).toEqual([]);
  });

  it('answers at once where there are no workers, and after one that failed', async () => {
    expect(await now(createFlattener(() => null).flatten(days))).toEqual(expected);
    const worker = port();
    const flattener = createFlattener(() => worker.one);
    void flattener.flatten(days);
    worker.fail();
    expect(await now(flattener.flatten(days))).toEqual(expected);
  });
});
