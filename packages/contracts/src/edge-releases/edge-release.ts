import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';
import { coreVersion, releaseKey } from './core-package.ts';
import { coreSoftware, coreUpdateState } from './core-software.ts';
import { rollOutCoreState, rollOutState } from './roll-out.ts';

/** A package that lies on the server. */
export const edgeRelease = z.object({
  id,
  version: coreVersion,
  platform: z.string(),
  arch: z.string(),
  bytes: z.number().int(),
  minServerVersion: coreVersion,
  dataFormat: z.object({ from: z.number().int(), to: z.number().int() }),
  signedBy: releaseKey,
  uploadedAt: utcMs,
});

/** An update of one core, or its way back. `recordingGapMs`: how long the stream that waited longest was not written; null while that is not known. */
export const coreUpdate = z.object({
  id,
  version: coreVersion,
  isRollBack: z.boolean(),
  /** The core is offline and was not told yet; it is updated when it is connected again. */
  isQueued: z.boolean(),
  state: coreUpdateState,
  progress: z.number().min(0).max(1),
  cause: errorCode.nullable(),
  recordingGapMs: z.number().int().nullable(),
  requestedAt: utcMs,
  changedAt: utcMs,
});

/** Software of one core as the server knows it. `software` is asked of the core itself: null without its link. */
export const edgeSoftware = z.object({
  version: z.string().nullable(),
  /** False: it was not started by its launcher, or never heard, and is updated by hand. */
  isUpdatable: z.boolean(),
  software: coreSoftware.nullable(),
  update: coreUpdate.nullable(),
  /** The roll-out that goes on and that it belongs to. */
  rollOut: z.object({ id, version: coreVersion, state: rollOutState, coreState: rollOutCoreState }).nullable(),
});

export type EdgeRelease = z.infer<typeof edgeRelease>;
export type CoreUpdate = z.infer<typeof coreUpdate>;
export type EdgeSoftware = z.infer<typeof edgeSoftware>;
