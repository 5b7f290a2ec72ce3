import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { id } from '../shared/ids.ts';
import { coreVersion, packageBytes, releaseKey } from './core-package.ts';

/**
 * How far an update of a core is. `waiting`: the core was not reached yet. `checking`: signature and every file are looked at.
 * `switching`: the new version runs and has not proved itself. `rolledBack`: the one of before runs again.
 */
export const coreUpdateState = z.enum([
  'waiting',
  'fetching',
  'checking',
  'switching',
  'updated',
  'rolledBack',
  'failed',
  'cancelled',
]);
export type CoreUpdateState = z.infer<typeof coreUpdateState>;

/** What a core says of its own software. */
export const coreSoftware = z.object({
  version: coreVersion,
  /** The version that it can go back to, or null. */
  previous: coreVersion.nullable(),
  platform: z.string().max(20),
  arch: z.string().max(20),
  node: z.string().max(40),
  /** Format of its store on the disk. */
  dataFormat: z.number().int().min(0),
  /** Keys whose packages it runs. */
  releaseKeys: z.array(releaseKey).max(20),
});
export type CoreSoftware = z.infer<typeof coreSoftware>;

/** Requests about the software of a core; one that was not started by its launcher answers `core_update_by_hand`. */
export const softwareCommands = {
  'software.status': { input: z.object({}), output: coreSoftware },
  /** Fetches, checks and switches; answers at once. The same id again brings a fresh token. Progress comes as `softwareState` records. */
  'software.update': {
    input: z.object({
      updateId: id,
      version: coreVersion,
      bytes: z.number().int().min(1).max(packageBytes),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      /** Where the package lies on the server, answered in ranges to `token`. */
      path: z.string().regex(/^\/api\/v1\/link\/releases\/[0-9a-f-]{36}$/),
      token: z.string().max(200),
    }),
    output: z.object({}),
  },
  /** Goes back to the version of before; it has to prove itself like a new one. */
  'software.rollBack': { input: z.object({ updateId: id }), output: z.object({ version: coreVersion }) },
  /** Until it switches. */
  'software.cancel': { input: z.object({ updateId: id }), output: z.object({}) },
} as const;

/** What a core reports of its software. */
export const softwareRecords = [
  /** How far an update is. `recordingGapMs`: how long the stream that waited longest was not written, once that is known. */
  z.object({
    kind: z.literal('softwareState'),
    updateId: id,
    state: coreUpdateState,
    progress: z.number().min(0).max(1),
    cause: errorCode.nullable(),
    version: coreVersion,
    recordingGapMs: z.number().int().min(0).nullable(),
  }),
] as const;
