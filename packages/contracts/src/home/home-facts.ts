import { z } from 'zod';
import { interval } from '../recordings/recording.ts';
import { errorCode } from '../shared/errors.ts';
import { id, utcMs } from '../shared/ids.ts';

/** Time in which a camera should have recorded and did not; told whole, also where it began before the day. */
export const longestGap = interval.extend({
  cameraId: id,
  cameraName: z.string(),
  locationName: z.string(),
  timeZone: z.string(),
  /** Null where nobody said why. */
  cause: errorCode.nullable(),
  /** It goes on. */
  isOpen: z.boolean(),
});

/** How the last 24 hours were recorded, over the cameras that the caller may play back and that are to record. */
export const homeFacts = interval.extend({
  cameras: z.number().int(),
  /** Of `cameras`: the end of the day, or all of it, is not known, because their core is away or never said anything. */
  unknownCount: z.number().int(),
  /** The first moment of which something is known, of the camera that is there longest; null where nothing is. */
  knownFromUtcMs: utcMs.nullable(),
  /** Recorded share (0..1) of the time in which recording was wanted and which is known; null where there is none. Never 1 while anything is missing. */
  share: z.number().min(0).max(1).nullable(),
  /** The longest that touches the day; null when there is none of a second or more. */
  longestGap: longestGap.nullable(),
});

/** How long the disks of cores last. Cores that are away or have not answered yet are counted, not guessed. */
export const homeStorage = z.object({
  /** Paired cores that the caller may see. */
  coreCount: z.number().int(),
  unknownCount: z.number().int(),
  /** The camera whose footage has room for the fewest days; null where nothing is known. */
  tightest: z
    .object({
      edgeId: id,
      edgeName: z.string(),
      fitsDays: z.number().min(0),
      retentionDays: z.number().int(),
    })
    .nullable(),
  /** Cameras whose footage has room for fewer days than it is to be kept. */
  tightCount: z.number().int(),
});

/** The last 24 hours of a location: of its own cameras that the caller may play back and that are to record. */
export const homeDay = interval.extend({
  cameras: z.number().int(),
  unknownCount: z.number().int(),
  /** From the first to the last moment of which something is known; null where nothing is. */
  known: interval.nullable(),
  /** When at least one of the cameras should have recorded and did not, ascending, to ten minutes. */
  gaps: z.array(interval).max(144),
  /** When no camera was to record, likewise. */
  unwanted: z.array(interval).max(144),
});

export type HomeFacts = z.infer<typeof homeFacts>;
export type LongestGap = z.infer<typeof longestGap>;
export type HomeStorage = z.infer<typeof homeStorage>;
export type HomeDay = z.infer<typeof homeDay>;
