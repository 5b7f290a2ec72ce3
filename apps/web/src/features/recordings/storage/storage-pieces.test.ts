import type { StorageDay } from '@sightline/contracts/recordings/storage';
import { expect, test } from 'vitest';
import { flattenStorage, pieceAt } from './storage-pieces.ts';

const day = (base: number, rest: Partial<StorageDay>): StorageDay => ({
  edgeId: 'e',
  cameraId: 'c',
  base,
  endUtcMs: base + 100,
  cacheId: `e:c:${String(base)}`,
  regularStorage: [],
  smartStorage: [],
  noStorage: [],
  ...rest,
});
const part = (fromUtcMs: number, toUtcMs: number) => ({ fromUtcMs, toUtcMs });

test('no days are no line, and nothing lies on it', () => {
  expect(flattenStorage([])).toEqual([]);
  expect(pieceAt([], 5)).toBeNull();
});

test('days in any order become one line; what the end of a day cut is whole again, other causes stay apart', () => {
  const line = flattenStorage([
    day(100, {
      regularStorage: [part(100, 150)],
      noStorage: [
        { ...part(150, 180), cause: 'disk_full' },
        { ...part(180, 200), cause: 'edge_down' },
      ],
    }),
    day(0, { smartStorage: [part(0, 60)], regularStorage: [part(60, 100)] }),
  ]);
  expect(line).toEqual([
    { ...part(0, 60), tier: 'smart', cause: null },
    { ...part(60, 150), tier: 'regular', cause: null },
    { ...part(150, 180), tier: 'none', cause: 'disk_full' },
    { ...part(180, 200), tier: 'none', cause: 'edge_down' },
  ]);
  expect([0, 59, 60, 179, 180, 199].map((at) => pieceAt(line, at)?.fromUtcMs)).toEqual([0, 0, 60, 150, 180, 180]);
  expect([pieceAt(line, -1), pieceAt(line, 200)]).toEqual([null, null]);
});
