import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** A camera is muted for at most so long. */
export const longestMuteMs = 7 * 86_400_000;

/**
 * A camera of which rules alert nobody for a time, and who said so. `state`: whether that holds at its core. `pending`: the core was not
 * told yet, and may still alert; `coreTooOld`: it does not know mutes, so that only what the server judges is muted.
 */
export const cameraMute = z.object({
  cameraId: id,
  cameraName: z.string(),
  locationName: z.string(),
  timeZone: z.string(),
  untilUtcMs: utcMs,
  byUserId: z.string(),
  byName: z.string(),
  state: z.enum(['muted', 'pending', 'coreTooOld']),
});

export type CameraMute = z.infer<typeof cameraMute>;
