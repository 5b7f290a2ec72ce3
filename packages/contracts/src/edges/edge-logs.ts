import { z } from 'zod';
import { utcMs } from '../shared/ids.ts';

/** How grave a line is; a filter lets through this and what is graver. */
export const logLevel = z.enum(['debug', 'info', 'warn', 'error']);

/** Where a line stands in the log of a core: number of the file and byte in it. */
export const logCursor = z.string().regex(/^\d{1,9}\.\d{1,12}$/);

/** What is read of the log of a core: what stands before a place (newest first), or after one (oldest first). Neither: the newest. */
export const logQuery = z.object({
  level: logLevel.default('info'),
  /** Name of the process, or all. */
  process: z.string().max(40).optional(),
  /** Anywhere in the line; case does not matter. */
  text: z.string().max(120).default(''),
  before: logCursor.optional(),
  after: logCursor.optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

/** A line of the log; secrets were taken out when it was written. `fields` is JSON, cut to 4,000 characters. */
export const logLine = z.object({
  at: utcMs,
  level: logLevel,
  process: z.string().max(40),
  message: z.string().max(4000),
  fields: z.string().max(4000),
  cursor: logCursor,
});

/** Lines, newest first. `before`: where older ones begin, null at the end of what is kept. `after`: where to go on following. */
export const logPage = z.object({ items: z.array(logLine).max(500), before: logCursor.nullable(), after: logCursor });

export type LogLevel = z.infer<typeof logLevel>;
export type LogQuery = z.infer<typeof logQuery>;
export type LogLine = z.infer<typeof logLine>;
export type LogPage = z.infer<typeof logPage>;
