import { beforeAll, expect, test } from 'vitest';
import { overload } from '../fixtures/overload.ts';
import type { OverloadedCamera } from '../fixtures/overload.ts';

/** Fewer do not ask for more than two cores give; `bench overload` does it with 32. */
const cameraCount = 28;
/** Pictures that were on their way when the core was stopped. */
const onTheWay = 3;

let cameras: OverloadedCamera[];

beforeAll(async () => {
  cameras = await overload(cameraCount, 12_000);
}, 170_000);

test('gives every busy camera a part when there is far too little for all', () => {
  const given = cameras.map(({ givenFps }) => givenFps);
  expect(given).toHaveLength(cameraCount);
  expect(Math.min(...given)).toBeGreaterThan(0);
  for (const { wantedFps, givenFps } of cameras) expect(givenFps).toBeLessThan(wantedFps / 2);
});

test('records every picture of every camera all the same', () => {
  for (const { sent, recorded, losses, gaps } of cameras) {
    expect(gaps).toEqual([]);
    expect(losses).toBe(0);
    expect(recorded).toBeLessThanOrEqual(sent);
    expect(recorded).toBeGreaterThanOrEqual(sent - onTheWay);
  }
});
