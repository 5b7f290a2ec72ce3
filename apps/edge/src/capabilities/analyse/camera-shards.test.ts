import { expect, test } from 'vitest';
import { assignShards } from './camera-shards.ts';

const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => `camera-${String(n)}`);

test('nobody moves when others come and go', () => {
  const before = assignShards(new Map(), ids(8), 3);
  const without = assignShards(before, ids(8).slice(2), 3);
  for (const cameraId of ids(8).slice(2)) expect(without.get(cameraId)).toBe(before.get(cameraId));
  const more = assignShards(without, ids(12), 3);
  for (const [cameraId, shard] of without) expect(more.get(cameraId)).toBe(shard);
});

test('a place that is not there any more is given up', () => {
  const fewer = assignShards(assignShards(new Map(), ids(6), 3), ids(6), 2);
  expect([...fewer.values()].every((shard) => shard < 2)).toBe(true);
});

test('new ones go where the fewest are', () => {
  const shards = assignShards(new Map(), ids(9), 4);
  const sizes = [0, 1, 2, 3].map((shard) => [...shards.values()].filter((one) => one === shard).length);
  expect(sizes.toSorted((a, b) => a - b)).toEqual([2, 2, 2, 3]);
});
