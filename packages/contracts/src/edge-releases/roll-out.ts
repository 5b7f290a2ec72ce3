import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';
import { coreVersion } from './core-package.ts';

/** Most cores of one roll-out. */
export const rollOutCores = 1_000;

/** `stopped`: a core failed, and somebody has to decide. `done` and `cancelled` are ends. */
export const rollOutState = z.enum(['running', 'paused', 'stopped', 'done', 'cancelled']);
export type RollOutState = z.infer<typeof rollOutState>;

/**
 * Where a core of a roll-out is. `waiting`: for its turn, its hours or its link. `updating`: its update is under way. `settling`: it
 * runs the new version and is watched. `unfit`: it cannot take this package; nothing was done to it. `skipped`: somebody left it out.
 */
export const rollOutCoreState = z.enum(['waiting', 'updating', 'settling', 'updated', 'failed', 'unfit', 'skipped']);
export type RollOutCoreState = z.infer<typeof rollOutCoreState>;

const minuteOfDay = z.number().int().min(0).max(1_439);

/** Hours of the day, by the clocks of the site of each core, in which updates may begin; past midnight when `toMinute` is the smaller one. */
const rollOutHours = z
  .object({ fromMinute: minuteOfDay, toMinute: minuteOfDay })
  .refine(({ fromMinute, toMinute }) => fromMinute !== toMinute, { path: ['toMinute'], message: 'same' });
export type RollOutHours = z.infer<typeof rollOutHours>;

/** How careful a roll-out is. */
export const rollOutSettings = z.object({
  /** So long a core has to run well on the new version before others follow. */
  settleMinutes: z.number().int().min(1).max(1_440).default(30),
  /** Cores that are updated at the same time, at most. */
  atOnce: z.number().int().min(1).max(50).default(5),
  hours: rollOutHours.nullable().default(null),
});

/** A roll-out that begins. Without ids it is for every core that the caller may edit; ids of sites stand for what is at and below them. */
export const rollOutInput = rollOutSettings.extend({
  releaseId: id,
  edgeIds: z.array(id).min(1).max(rollOutCores).optional(),
  locationIds: z.array(id).min(1).max(200).optional(),
  /** The core that is updated before all others; by default the server picks one that has its link. */
  firstEdgeId: id.nullable().default(null),
});

/** A core of a roll-out. `wave` counts from 1; null until its turn came. */
export const rollOutCore = z.object({
  edgeId: id,
  name: z.string(),
  locationId: id,
  locationName: z.string(),
  /** What it runs, as it said last. */
  version: z.string().nullable(),
  isOnline: z.boolean(),
  state: rollOutCoreState,
  /** Why a core that waits and whose turn it could be is not begun. */
  waitsFor: z.enum(['turn', 'hours', 'link']).nullable(),
  wave: z.number().int().nullable(),
  cause: errorCode.nullable(),
  changedAt: utcMs,
});

/** A roll-out of one release in an organization, as far as the caller may see its cores. */
export const rollOut = z.object({
  id,
  version: coreVersion,
  platform: z.string(),
  arch: z.string(),
  state: rollOutState,
  settleMinutes: z.number().int(),
  atOnce: z.number().int(),
  hours: z.object({ fromMinute: z.number().int(), toMinute: z.number().int() }).nullable(),
  /** How many cores are in which state. */
  counts: z.record(rollOutCoreState, z.number().int()),
  /** The caller may edit every core of it, and therefore pause, go on and cancel. */
  canEdit: z.boolean(),
  requestedAt: utcMs,
  changedAt: utcMs,
});

/** A roll-out with those of its cores that the caller may see, in the order in which they take their turns. */
export const rollOutDetails = rollOut.extend({ cores: z.array(rollOutCore) });

/** A core that a release could be rolled out to. `problem`: why it cannot take it; `isCurrent`: it runs that version already. */
export const rollOutCandidate = z.object({
  edgeId: id,
  name: z.string(),
  locationId: id,
  locationName: z.string(),
  version: z.string().nullable(),
  isOnline: z.boolean(),
  isCurrent: z.boolean(),
  problem: errorCode.nullable(),
});

export type RollOutInput = z.output<typeof rollOutInput>;
export type RollOut = z.infer<typeof rollOut>;
export type RollOutCore = z.infer<typeof rollOutCore>;
export type RollOutDetails = z.infer<typeof rollOutDetails>;
export type RollOutCandidate = z.infer<typeof rollOutCandidate>;
