import { describe, expect, it } from 'vitest';
import { chanceOf } from '../../testing/test-faces.ts';
import { ClusterIndex } from './cluster-index.ts';
import { plainKernel } from './vector-kernel.ts';

const size = 256;
const wholeOf = (values: readonly number[]): Int8Array => {
  const length = Math.hypot(...values);
  return Int8Array.from(values, (value) => Math.round((value / length) * 127));
};
const chance = chanceOf(11);
const common = Array.from({ length: size }, () => chance());
/** Cosine of two of these is about 0.5. */
const own = (): number[] => common.map((value) => value + chance());
/** About as alike as two photographs of one person are at the threshold of a model. */
const looked = (values: readonly number[]): number[] => values.map((value) => value + 0.85 * chance());

const many = Array.from({ length: 3_000 }, own);
const idOf = (who: number): string => `c${String(who)}`;
const filled = (options: ConstructorParameters<typeof ClusterIndex>[1]): ClusterIndex => {
  const index = new ClusterIndex(size, options);
  for (const [who, values] of many.entries()) index.put(idOf(who), wholeOf(values));
  return index;
};

describe('where clusters lie', () => {
  const exact = filled({ codesFrom: Number.POSITIVE_INFINITY });
  const coded = filled({ codesFrom: 500 });

  it('is said by codes as by comparing all, for who is alike enough to be one', () => {
    let [asked, missed] = [0, 0];
    for (let who = 0; who < many.length; who += 3) {
      const face = wholeOf(looked(many[who]!));
      const all = exact.nearest(face, { limit: 2, from: 0.72 });
      if (all.length === 0) continue;
      asked += 1;
      if (JSON.stringify(coded.nearest(face, { limit: 2, from: 0.72 })) !== JSON.stringify(all)) missed += 1;
    }
    expect(asked).toBeGreaterThan(500);
    expect(missed / asked).toBeLessThan(0.005);
  });

  it('compares few with the help of codes, and the same with either kernel', () => {
    const plain = filled({ codesFrom: 500, make: plainKernel });
    for (let who = 0; who < 50; who += 1) {
      const face = wholeOf(looked(many[who]!));
      const near = coded.nearest(face, { limit: 1_000, from: -1 });
      expect(near.length).toBeLessThan(200);
      expect(plain.nearest(face, { limit: 1_000, from: -1 })).toEqual(near);
    }
  });

  it('forgets who is dropped, and finds who moved where they are now', () => {
    const index = filled({ codesFrom: 500 });
    const [gone, moved] = [wholeOf(many[5]!), wholeOf(many[6]!)];
    index.drop(idOf(5));
    index.drop(idOf(5));
    expect(index.nearest(gone, { limit: 1, from: 0.9 })).toEqual([]);
    index.put(idOf(6), gone);
    expect(index.nearest(gone, { limit: 1, from: 0.9 })).toMatchObject([{ id: idOf(6) }]);
    expect(index.nearest(moved, { limit: 1, from: 0.9 })).toEqual([]);
    index.put('new', moved);
    expect(index.nearest(moved, { limit: 1, from: 0.9 })).toMatchObject([{ id: 'new' }]);
    expect(index.size).toBe(many.length);
    // Who was put last stands last: what is bounded lets go of the first.
    expect([...index.ids()].slice(-2)).toEqual([idOf(6), 'new']);
    expect(index.nearest(new Int8Array(size), { limit: 1, from: -1 })).toEqual([]);
  });
});
