import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hourMs } from '@sightline/media/motion-index/motion-hour';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MotionIndexWriter } from './motion-index-writer.ts';
import { searchMotion } from '../search/motion-search.ts';
import { moveMotion } from './move-motion.ts';

const start = 480_000 * hourMs;
const dayMs = 86_400_000;
let volume: string;

beforeEach(async () => {
  volume = await mkdtemp(join(tmpdir(), 'move-motion-'));
});
afterEach(() => rm(volume, { recursive: true, force: true }));

async function note(...seconds: number[]): Promise<void> {
  const writer = new MotionIndexWriter({ volume, onTrouble: (detail) => expect.fail(detail) });
  for (const second of seconds)
    writer.note('gate', start + second * 1_000, { level: 60, cells: new Uint8Array(144).fill(200, 3, 4) });
  await writer.flush();
}

/** Seconds since `start` at which something moved. */
async function moved(): Promise<number[]> {
  const range = { fromUtcMs: start - 4 * dayMs, toUtcMs: start + 4 * dayMs };
  const { items } = await searchMotion({
    volume,
    cameraId: 'gate',
    ...range,
    cells: 'f'.repeat(36),
    minLevel: 20,
    quietMs: 1,
    limit: 1_000,
  });
  return items.map(({ fromUtcMs }) => (fromUtcMs - start) / 1_000).toSorted((a, b) => a - b);
}

const move = (fromS: number, untilS: number, byMs: number): Promise<void> =>
  moveMotion(
    volume,
    { cameraId: 'gate', fromUtcMs: start + fromS * 1_000, untilUtcMs: start + untilS * 1_000, byMs },
    byMs < 0,
  );

test('what moved in a time is said of another, beside what is known of that, and no more of the first', async () => {
  const days = 3 * 86_400;
  await note(10, days + 20, days + 3_599, days + 3_610, days + 9_000);
  for (let times = 0; times < 2; times += 1) {
    await move(days, days + 4_000, -3 * dayMs + 5_000);
    expect(await moved()).toEqual([10, 25, 3_604, 3_615, days + 9_000]);
  }
});

test('a range that is moved by less than its length is moved once', async () => {
  await note(100, 200, 300, 3_700);
  await move(50, 4_000, -100_000);
  expect(await moved()).toEqual([0, 100, 200, 3_600]);
  await note(7_200, 7_300);
  await move(7_200, 7_300, 100_000);
  expect(await moved()).toEqual([0, 100, 200, 3_600, 7_200, 7_300, 7_400]);
});
