import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';
import { interval } from './recording.ts';

/** Time of a day without footage. `cause` null: recording was not wanted yet, or the time is still to come. */
export const missingInterval = interval.extend({ cause: errorCode.nullable() });

/**
 * What is kept of one camera on one day of its site: 23-25 hours where clocks change. The three lists are ascending, never
 * overlap and cover the day together.
 */
export const storageDay = z.object({
  edgeId: id,
  cameraId: id,
  /** First instant of the day. */
  base: utcMs,
  /** First instant of the next one. */
  endUtcMs: utcMs,
  /** `edgeId:cameraId:base`. */
  cacheId: z.string(),
  /** Footage that goes when the days of the camera are over. */
  regularStorage: z.array(interval),
  /** Footage with motion, objects or events, which is kept longer. */
  smartStorage: z.array(interval),
  noStorage: z.array(missingInterval),
});

/** What a camera holds, how much it writes, and how long that will last. */
export const storageForecast = z.object({
  cameraId: id,
  heldBytes: z.number().int().min(0),
  /** Of `heldBytes`: kept for the smart days. */
  smartBytes: z.number().int().min(0),
  oldestUtcMs: utcMs.nullable(),
  /** Measured over the last days; null before an hour is known. */
  bytesPerDay: z.number().int().min(0).nullable(),
  retentionDays: z.number().int(),
  /** Null: there is no longer keeping. */
  smartRetentionDays: z.number().int().nullable(),
  /** Days that the disk (shared fairly) and the limit in bytes have room for at this rate; null when nothing is known of it. */
  fitsDays: z.number().min(0).nullable(),
});

/** The disk of a core and what its cameras need of it. */
export const storageOverview = z.object({
  freeBytes: z.number().int().min(0),
  /** Always kept free. */
  floorBytes: z.number().int().min(0),
  /** Days below which no footage is deleted for room without a notice: the owner's floor. Older cores do not say. */
  leastDays: z.number().int().min(0).optional(),
  cameras: z.array(storageForecast).max(2000),
});

/** A range of one camera, UTC ms, at most 62 days; whole days of its site are answered. */
export const storageRequest = z.object({ edgeId: id, cameraId: id, start: utcMs, end: utcMs });

export type MissingInterval = z.infer<typeof missingInterval>;
export type StorageDay = z.infer<typeof storageDay>;
export type StorageForecast = z.infer<typeof storageForecast>;
export type StorageOverview = z.infer<typeof storageOverview>;
export type StorageRequest = z.infer<typeof storageRequest>;
