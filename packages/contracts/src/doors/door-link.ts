import { z } from 'zod';
import { picturePoint } from '../cameras/picture-shape.ts';
import { id, utcMs } from '../shared/ids.ts';

/** Where a door is in the picture of its camera: 3 to 10 corners. */
export const doorArea = z.array(picturePoint).min(3).max(10);

/** How a door looks in one position: base64 of what its core made of it, at most 8,192 characters. Only cores read it. */
const doorSignature = z
  .string()
  .max(8192)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/);

/**
 * A saved door as its core watches it. `looks: null`: somebody marked it by hand, or took its looks back; the core gathers two looks and
 * tells them with `doorCandidate` under the id of the door until a person has said which of them is closed.
 */
const doorContent = z.object({
  cameraId: id,
  area: doorArea,
  looks: z.object({ closed: doorSignature, open: doorSignature }).nullable(),
});

/** What cores are told of doors. */
export const doorKinds = { door: doorContent } as const;

/**
 * One stable look of a place. `picture`: a JPEG as base64, at most 90 KB, 4,096 pixels a side; it travels in the record. It is made as
 * pictures of events are: what the camera hides is hidden in it, and it says so itself (`withSight`), or it is shown to nobody where the
 * camera hides anything.
 */
const doorLook = z.object({
  signature: doorSignature,
  picture: z.string().min(1).max(125_000),
  atUtcMs: utcMs,
});

/** How a door is. `blocked`: something stands in it. `unsure`: it cannot be told, because of the light or because nobody looks. */
export const doorPosition = z.enum(['closed', 'ajar', 'open', 'blocked', 'unsure']);

/** What cores report of doors. */
export const doorRecords = [
  /**
   * A place that seems to be a door, or the looks of a door that somebody marked by hand. `doorId`: for a candidate an id that the core makes
   * once and keeps; the door has the same id when it is saved, and then comes back as the kind `door`. `looks`: the more usual first; a
   * person is asked whether it is the closed one. Told again it replaces what was told before, which a core may do when it has better
   * looks, at most once an hour for each; of a door whose looks a person has confirmed it changes nothing. A candidate that somebody
   * removed comes back by looks that are both newer than that.
   */
  z.object({
    kind: z.literal('doorCandidate'),
    doorId: id,
    cameraId: id,
    area: doorArea,
    looks: z.tuple([doorLook, doorLook]),
    atUtcMs: utcMs,
  }),
  /**
   * How a saved door is since `atUtcMs`; told when it changed. `revision` rises with each of one door, over restarts too; one that is not
   * higher changes nothing, but 1 begins anew (the core lost its count). After a time in which it did not look a core first tells
   * `unsure` from the beginning of that time on.
   */
  z.object({
    kind: z.literal('doorState'),
    doorId: id,
    cameraId: id,
    state: doorPosition,
    atUtcMs: utcMs,
    revision: z.number().int().min(1),
  }),
] as const;

/** What becomes known of a place that may be a door. */
export type DoorCandidateRecord = z.infer<(typeof doorRecords)[0]>;
/** How a door is since when. */
export type DoorStateRecord = z.infer<(typeof doorRecords)[1]>;
/** How a door is. */
export type DoorPosition = z.infer<typeof doorPosition>;
