import { describe, expect, it } from 'vitest';
import { blockRows, createVectorCache } from './vector-cache.ts';

const size = 4;

/** Keys and vectors of these numbers, all of one version; a vector repeats its number. */
function rows(numbers: readonly number[], version = 1) {
  const ids = Buffer.alloc(numbers.length * 16);
  const versions = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) {
    ids.writeUInt32BE(number, index * 16 + 12);
    versions.writeUInt32BE(version, index * 4);
  }
  return { ids, versions, vectors: Int8Array.from(numbers.flatMap((number) => Array.from({ length: size }, () => (number + version) % 100))) };
}
const upTo = (count: number, from = 0): number[] => Array.from({ length: count }, (_, index) => from + index);

const readAll = (cache: ReturnType<typeof createVectorCache>, name: string, ids: Buffer): (number | null)[] => {
  const { blocks, places } = cache.find(name, ids);
  return [...places].map((place) => (place < 0 ? null : (blocks[Math.floor(place / blockRows)]?.[(place % blockRows) * size + size - 1] ?? null)));
};

describe('a cache of vectors', () => {
  it('knows nothing of other spaces', () => {
    const cache = createVectorCache(1_000_000);
    cache.put('mine', rows([1, 2]));
    expect(cache.missing('theirs', rows([1, 2]))).toEqual([0, 1]);
    expect(readAll(cache, 'theirs', rows([1]).ids)).toEqual([null]);
  });

  it('misses what it has in another version, and takes the new one in its place', () => {
    const cache = createVectorCache(1_000_000);
    cache.put('a', rows([1, 2, 3]));
    const bytes = cache.bytes();
    expect(cache.missing('a', rows([1, 2, 3], 2))).toEqual([0, 1, 2]);
    cache.put('a', rows([2], 2));
    expect(cache.missing('a', rows([2, 4], 2))).toEqual([1]);
    expect(readAll(cache, 'a', rows([3, 2, 1]).ids)).toEqual([4, 4, 2]);
    expect(cache.bytes()).toBe(bytes);
  });

  it('finds each of very many', () => {
    const cache = createVectorCache(1_000_000);
    const numbers = upTo(3 * blockRows + 5);
    for (let first = 0; first < numbers.length; first += 700) cache.put('a', rows(numbers.slice(first, first + 700)));
    expect(readAll(cache, 'a', rows(numbers).ids)).toEqual(numbers.map((number) => (number + 1) % 100));
  });

  it('gives up the spaces least used, then its own, and never what came last', () => {
    const cache = createVectorCache(3 * blockRows * size);
    for (const name of ['a', 'b', 'c']) cache.put(name, rows(upTo(10)));
    expect(cache.missing('a', rows([1]))).toEqual([]);
    cache.put('d', rows(upTo(10)));
    expect(['a', 'b', 'c', 'd'].map((name) => cache.missing(name, rows([1])).length)).toEqual([0, 1, 0, 0]);
    const many = rows(upTo(4 * blockRows, 100));
    cache.put('a', many);
    expect(cache.missing('a', many)).toEqual([]);
    expect(cache.missing('a', rows([1]))).toEqual([0]);
    expect(cache.missing('d', rows([1]))).toEqual([0]);
    expect(cache.bytes()).toBe(4 * blockRows * size);
  });
});
