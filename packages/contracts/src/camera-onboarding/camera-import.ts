import { z } from 'zod';
import { importRow } from '../cameras/camera-onvif.ts';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';

/** Most rows of one file. */
export const importRowLimit = 10_000;

/** Text of a cell; PostgreSQL keeps no NUL. */
const cell = (limit: number) =>
  z
    .string()
    .max(limit)
    .regex(/^[^\0]*$/);

/** A row as it stands in the file (columns name, ip, port, username, password, connection string), unjudged: what is wrong in it is said at the row. */
export const importRowInput = z.object({
  /** Row in the file, from 2 (1 is the heading). */
  line: z.number().int().min(2).max(1_000_000),
  name: cell(500),
  ip: cell(500),
  port: cell(50),
  username: cell(500),
  password: cell(500),
  connectionString: cell(3000),
  /** Of a device that is asked: the channel to take, see `deviceChannel`. Without it the first that is no camera yet. */
  channel: cell(200).optional(),
  /** It has more or fewer cells than the heading: nobody knows which is which, so that none of them came along. */
  hasOtherCells: z.literal(true).optional(),
  /** A quotation mark is opened in it and not closed: where its cells end nobody knows, so that none of them came along. */
  hasOpenQuote: z.literal(true).optional(),
});

/** What is wrong with a cell; of the row itself `cellCount` or `openQuote`. Those of an address are codes of the error catalogue. */
export const cellProblem = z.enum([
  'missing',
  'tooLong',
  'invalid',
  'notNumber',
  'outOfRange',
  'cellCount',
  'openQuote',
  'camera_url_invalid',
  'camera_url_port_wrong',
  'camera_url_too_long',
  'camera_url_ambiguous',
]);

/** What is wrong in a row, and in which column: its heading, or `row`. */
export const rowFault = z.object({ column: z.string().max(40), problem: cellProblem });

/** Some rows of a list; longer lists come in several calls. */
export const importRowBatch = z.array(importRowInput).min(1).max(200);

/** What all cameras of a list have in common. */
export const importSettings = z.object({
  retentionDays: z.number().int().min(1).max(3650).default(30),
  isWebrtc: z.boolean().default(true),
  isWebrtcRelay: z.boolean().default(true),
});

/** Name of the file as it is on the disk of who brought it. */
export const importFileName = cell(300);

/** A list of cameras that is looked at and made by the server, also while nobody watches. Kept for 7 days, seen by who brought it. */
export const cameraImport = z.object({
  id,
  /** `scan`: rows are devices that a scan found. */
  type: z.enum(['scan', 'file']),
  fileName: z.string(),
  edgeId: id,
  locationId: id,
  createdAt: utcMs,
  /** Rows that the list has when all of it came; with fewer (`counts.total`) it was cut off and nothing is made of it. Null: not known. */
  expectedRows: z.number().int().min(1).nullable().default(null),
  /** What is being done with the rows that wait. */
  work: z.enum(['none', 'test', 'create']),
  /** Why the work ended before all was done. */
  cause: errorCode.nullable(),
  /** `open`: neither made nor failed. `tested`: looked at with success, made or not. `wrong`: of the failed ones those that cannot succeed as they stand. */
  counts: z.object({
    total: z.number().int(),
    waiting: z.number().int(),
    open: z.number().int(),
    tested: z.number().int(),
    created: z.number().int(),
    failed: z.number().int(),
    wrong: z.number().int(),
  }),
});

/** A row with what came of it. `faults`: all that is wrong in it as it stands. */
export const cameraImportRow = importRow.extend({
  cause: errorCode.nullable(),
  faults: z.array(rowFault).max(20),
  cameraId: id.nullable(),
});

export type CameraImport = z.infer<typeof cameraImport>;
export type CameraImportRow = z.infer<typeof cameraImportRow>;
export type CellProblem = z.infer<typeof cellProblem>;
export type RowFault = z.infer<typeof rowFault>;
export type ImportRowInput = z.infer<typeof importRowInput>;
export type ImportSettings = z.infer<typeof importSettings>;
