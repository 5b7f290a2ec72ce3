import { z } from 'zod';
import { interval } from '../recordings/recording.ts';
import { id, utcMs } from '../shared/ids.ts';

/** How long a link to an export works at most. */
export const longestExportLinkHours = 720;

/** How many people one link is mailed to at most. */
export const mostExportLinkMails = 10;

/** A link that hands the file of one export to whoever holds it. Its token is answered once, where it is made. */
export const exportLink = z.object({
  id,
  exportId: id,
  createdAtUtcMs: utcMs,
  createdByName: z.string(),
  expiresAtUtcMs: utcMs,
  revokedAtUtcMs: utcMs.nullable(),
  revokedByName: z.string().nullable(),
  /** How often it was opened; within ten minutes from one address once. */
  openCount: z.number().int(),
  lastOpenedAtUtcMs: utcMs.nullable(),
  /** Whom it was mailed to when it was made. */
  mailedTo: z.array(z.string()),
  can: z.object({ revoke: z.boolean() }),
});

/** A link that was just made, with the token that opens it. */
export const newExportLink = exportLink.extend({ token: z.string() });

/** What whoever holds a link sees: this file, and nothing else of the organization. */
export const sharedExport = z.object({
  cameraName: z.string(),
  timeZone: z.string(),
  fromUtcMs: utcMs,
  toUtcMs: utcMs,
  expiresAtUtcMs: utcMs,
  fileName: z.string(),
  bytes: z.number().int(),
  /** Lower-case hex of the file, to check what was downloaded. */
  sha256: z.string(),
  /** Of the range, what was not recorded. */
  gaps: z.array(interval),
  /** Of the range, what may be from another time. */
  uncertain: z.array(interval),
  /** Signed for 5 minutes; ends with the link. */
  url: z.string(),
});

export type ExportLink = z.infer<typeof exportLink>;
export type NewExportLink = z.infer<typeof newExportLink>;
export type SharedExport = z.infer<typeof sharedExport>;
