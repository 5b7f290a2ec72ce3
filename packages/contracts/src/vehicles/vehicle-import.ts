import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** A file of vehicles is at most this long. */
export const vehicleFileBytes = 50_000_000;

/** What a file of vehicles is sent as. */
export const vehicleFileType = 'text/csv';

/** Why a line of a file was not taken. */
export const lineFault = z.enum([
  'plateMissing',
  'plateInvalid',
  'ownerTooLong',
  'makeUnknown',
  'colorUnknown',
  'quoteOpen',
  'duplicate',
  'tooMany',
]);

/** How far the work on a file is. */
export const vehicleImportState = z.enum(['waiting', 'running', 'done', 'canceled', 'failed']);

/** A line that was not taken: `duplicate` was skipped, all others are wrong. */
export const faultyLine = z.object({ line: z.number().int(), plate: z.string(), fault: lineFault });

/** The work on a file of vehicles. */
export const vehicleImport = z.object({
  id,
  /** As the file was called. */
  name: z.string(),
  state: vehicleImportState,
  /** Why it failed as a whole. */
  cause: z.enum(['unreadable', 'noPlates', 'tooManyLines']).nullable(),
  /** Lines with something in them, without the headings; null until the file is read. */
  lines: z.number().int().nullable(),
  done: z.number().int(),
  inserted: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
  /** The first 1,000 that were not taken. */
  faults: z.array(faultyLine),
  startedAtUtcMs: utcMs,
});

export type VehicleImport = z.infer<typeof vehicleImport>;
export type LineFault = z.infer<typeof lineFault>;
export type FaultyLine = z.infer<typeof faultyLine>;
