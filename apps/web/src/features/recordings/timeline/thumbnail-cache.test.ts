import { describe, expect, it } from 'vitest';
import { ThumbnailCache } from './thumbnail-cache.ts';

const urls = { make: (blob: Blob) => `url:${blob.size}`, release: () => undefined };
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('pictures while scrubbing', () => {
  it('asks for one picture at a time and skips wishes that were overtaken', async () => {
    const asked: number[] = [];
    const answers: ((blob: Blob | null) => void)[] = [];
    const cache = new ThumbnailCache((at) => {
      asked.push(at);
      return new Promise((resolve) => answers.push(resolve));
    }, urls);
    const seen: (string | null)[] = [];
    for (const at of [1000, 2000, 3000, 4000]) cache.want(at, 1000, (url) => seen.push(url));
    expect(asked).toEqual([1000]);
    answers[0]?.(new Blob(['a']));
    await settled();
    expect(asked).toEqual([1000, 4000]);
    answers[1]?.(null);
    await settled();
    expect(seen).toEqual(['url:1', null]);
  });

  it('answers what it knows at once', async () => {
    let asked = 0;
    const cache = new ThumbnailCache(() => {
      asked += 1;
      return Promise.resolve(new Blob(['ab']));
    }, urls);
    cache.want(5010, 1000, () => undefined);
    await settled();
    const seen: (string | null)[] = [];
    cache.want(4990, 1000, (url) => seen.push(url));
    expect(seen).toEqual(['url:2']);
    expect(asked).toBe(1);
  });

  it('forgets the oldest and frees it', async () => {
    const released: string[] = [];
    const cache = new ThumbnailCache((at) => Promise.resolve(new Blob(['x'.repeat(at)])), {
      ...urls,
      release: (url) => released.push(url),
    });
    for (let at = 1; at <= 61; at += 1) {
      cache.want(at, 1, () => undefined);
      await settled();
    }
    expect(released).toEqual(['url:1']);
  });
});
