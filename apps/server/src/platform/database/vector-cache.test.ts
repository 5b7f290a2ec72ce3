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
  return {
    ids,
    versions,
    vectors: Int8Array.from(numbers.flatMap((number) => Array.from({ length: size }, () => (number + version) % 100))),
  };
}
const upTo = (count: number, from = 0): number[] => Array.from({ length: count }, (_, index) => from + index);

type Keys = Pick<ReturnType<typeof rows>, 'ids' | 'versions'>;
type Cache = ReturnType<typeof createVectorCache>;
const missing = (cache: Cache, name: string, keys: Keys): number[] => cache.find(name, keys).missing;

const readAll = (cache: Cache, name: string, keys: Keys): (number | null)[] => {
  const { blocks, places, lengths } = cache.find(name, keys);
  return [...places].map((place) => {
    if (place < 0) return null;
    const value = blocks[Math.floor(place / blockRows)]?.[(place % blockRows) * size + size - 1] ?? null;
    expect(lengths[place]).toBe(2 * (value ?? -1));
    return value;
  });
};

describe('a cache of vectors', () => {
  it('knows nothing of other spaces', () => {
    const cache = createVectorCache(1_000_000);
    cache.put('mine', rows([1, 2]));
    expect(missing(cache, 'theirs', rows([1, 2]))).toEqual([0, 1]);
    expect(readAll(cache, 'theirs', rows([1]))).toEqual([null]);
  });

  it('misses what it has in another version, and takes the new one in its place', () => {
    const cache = createVectorCache(1_000_000);
    cache.put('a', rows([1, 2, 3]));
    const bytes = cache.bytes();
    expect(missing(cache, 'a', rows([1, 2, 3], 2))).toEqual([0, 1, 2]);
    cache.put('a', rows([2], 2));
    expect(missing(cache, 'a', rows([2, 4], 2))).toEqual([1]);
    expect(readAll(cache, 'a', rows([3, 1]))).toEqual([4, 2]);
    expect(readAll(cache, 'a', rows([2, 1], 2))).toEqual([4, null]);
    expect(cache.bytes()).toBe(bytes);
  });

  it('finds each of very many', () => {
    const cache = createVectorCache(1_000_000);
    const numbers = upTo(3 * blockRows + 5);
    for (let first = 0; first < numbers.length; first += 700) cache.put('a', rows(numbers.slice(first, first + 700)));
    expect(readAll(cache, 'a', rows(numbers))).toEqual(numbers.map((number) => (number + 1) % 100));
  });

  it('gives up the spaces least used, then its own, and never what came last', () => {
    const cache = createVectorCache(3 * blockRows * size);
    for (const name of ['a', 'b', 'c']) cache.put(name, rows(upTo(10)));
    expect(missing(cache, 'a', rows([1]))).toEqual([]);
    cache.put('d', rows(upTo(10)));
    expect(['a', 'b', 'c', 'd'].map((name) => missing(cache, name, rows([1])).length)).toEqual([0, 1, 0, 0]);
    const many = rows(upTo(4 * blockRows, 100));
    cache.put('a', many);
    expect(missing(cache, 'a', many)).toEqual([]);
    expect(missing(cache, 'a', rows([1]))).toEqual([0]);
    expect(missing(cache, 'd', rows([1]))).toEqual([0]);
    expect(cache.bytes()).toBe(4 * blockRows * size);
  });
});
