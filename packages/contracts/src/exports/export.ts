import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';
import { streamKind } from '../cameras/camera.ts';
import { interval } from '../recordings/recording.ts';

export const exportState = z.enum(['queued', 'running', 'uploading', 'done', 'failed', 'cancelled']);

/** One MP4 made of a range of one camera. Times missing inside the range are named in `gaps`. */
export const footageExport = z.object({
  id,
  cameraId: id,
  cameraName: z.string(),
  /** IANA zone of the camera's site, in which the times of the range are read. */
  timeZone: z.string(),
  stream: streamKind,
  fromUtcMs: utcMs,
  toUtcMs: utcMs,
  state: exportState,
  /** 0..1 */
  progress: z.number().min(0).max(1),
  failure: errorCode.nullable(),
  bytes: z.number().int().nullable(),
  /** Lower-case hex of the finished file. */
  sha256: z.string().nullable(),
  gaps: z.array(z.object({ fromUtcMs: utcMs, toUtcMs: utcMs, cause: errorCode })),
  /**
   * Of what the file holds: when it was exported nobody knew whether the core's clock had been right then. The name of such a file
   * ends in `~`, and says an approximate time (ISO 8601-2).
   */
  uncertain: z.array(interval),
  fileName: z.string().nullable(),
  /** Signed for 5 minutes, present once done. */
  fileUrl: z.string().nullable(),
  createdAt: utcMs,
});

/** Range to export: at most 24 hours, the end after the start. */
export const exportInput = z.object({
  fromUtcMs: utcMs,
  toUtcMs: utcMs,
  stream: streamKind.default('main'),
  /** With nothing hidden: demands OriginalsView, also to fetch the file. */
  originals: z.boolean().default(false),
});

export type FootageExport = z.infer<typeof footageExport>;
export type ExportState = z.infer<typeof exportState>;
