import { describe, expect, it } from 'vitest';
import { forecastStorage, type StorageUse } from './storage-forecast.ts';

const hour = 3_600_000;
const use = (rest: Partial<StorageUse> = {}): StorageUse => ({
  cameraId: 'a',
  heldBytes: 0,
  smartBytes: 0,
  oldestUtcMs: null,
  recentBytes: 10e9,
  recentMs: 24 * hour,
  retentionDays: 30,
  smartRetentionDays: null,
  retentionBytes: null,
  ...rest,
});
const disk = { freeBytes: 120e9, floorBytes: 20e9 };
const daysOf = (uses: StorageUse[], room = disk) => forecastStorage(uses, room).map((one) => one.fitsDays);

describe('the forecast of storage', () => {
  it('promises nothing before an hour of a camera is known, nor for one that writes nothing', () => {
    expect(forecastStorage([use({ recentMs: hour - 1 })], disk)[0]).toMatchObject({
      bytesPerDay: null,
      fitsDays: null,
    });
    expect(daysOf([use({ recentBytes: 0 })])).toEqual([null]);
  });

  it('shares the disk by what each camera writes, and counts what they hold already as room', () => {
    expect(daysOf([use()])).toEqual([10]);
    expect(daysOf([use(), use({ recentBytes: 30e9, heldBytes: 20e9 })])).toEqual([3, 3]);
  });

  it('is bounded by the bytes that a camera may hold', () => {
    expect(daysOf([use({ retentionBytes: 40e9 })])).toEqual([4]);
  });

  it('is nothing on a disk that is below its floor', () => {
    expect(daysOf([use()], { freeBytes: 1e9, floorBytes: 20e9 })).toEqual([0]);
  });

  it('measures per day, whatever time is known', () => {
    expect(forecastStorage([use({ recentBytes: 5e9, recentMs: 12 * hour })], disk)[0]?.bytesPerDay).toBe(10e9);
  });
});
