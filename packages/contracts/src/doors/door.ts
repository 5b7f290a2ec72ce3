import { z } from 'zod';
import { picturePoint } from '../cameras/picture-shape.ts';
import { id, name, utcMs } from '../shared/ids.ts';
import { doorArea, doorPosition } from './door-link.ts';

/** A door that somebody marks by hand. An area whose edges cross, or that is too small to be looked at, is `door_area`. */
export const doorInput = z.object({ name, cameraId: id, area: doorArea });

/** Name of a picture of a door, as `closeState` and `openState` say it. */
export const doorImage = z.string().regex(/^[0-9a-z-]{1,80}\.jpg$/);

/**
 * A door as it is from now on. `closeState`: which of its two pictures shows it closed; absent: the one that is believed to. Saving a door that
 * has pictures says that they are right. A saved door becomes unsaved with `isSaved: false`, when it has pictures.
 */
export const doorChange = z.object({
  newName: name,
  isSaved: z.boolean(),
  closeState: doorImage.optional(),
  revision: z.number().int(),
});

/**
 * Why nobody says how a door is now. `pending`: the core was not told of it yet, never was linked, or has not said anything yet.
 * `coreTooOld`: it looks for no doors. `coreAway`: its link is down. `analysisOff`: the camera is not analysed. `learning`: it gathers the
 * looks of a door that was marked by hand. `asksLooks`: it has them, and somebody has to say which is closed.
 */
const doorUntold = z.enum(['pending', 'coreTooOld', 'coreAway', 'analysisOff', 'learning', 'asksLooks']);

/** How a door was from when to when; `toUtcMs` null: it is so still, as far as its core told. */
export const doorSpan = z.object({ state: doorPosition, fromUtcMs: utcMs, toUtcMs: utcMs.nullable() });

/** A door of a camera that the reader may see. */
export const door = z.object({
  id,
  /** Empty while it is unsaved. */
  name: z.string(),
  edgeId: id,
  cameraId: id,
  cameraName: z.string(),
  locationId: id,
  locationName: z.string(),
  timeZone: z.string(),
  area: z.array(picturePoint),
  /** Names of the pictures that are believed to show it closed and open; null while there are none. */
  closeState: z.string().nullable(),
  openState: z.string().nullable(),
  /** Their addresses, signed for 5 minutes; null for whoever may not see pictures of the camera. */
  closePicture: z.string().nullable(),
  openPicture: z.string().nullable(),
  isSaved: z.boolean(),
  /** When the core told of it or somebody marked it, UTC milliseconds. */
  timestamp: utcMs,
  /** The last that its core told, and since when; null while it told nothing. */
  state: doorPosition.nullable(),
  sinceUtcMs: utcMs.nullable(),
  /** Null while `state` is how it is now. */
  untold: doorUntold.nullable(),
  revision: z.number().int(),
});

/** A door. */
export type Door = z.infer<typeof door>;
/** A door that somebody marks by hand. */
export type DoorInput = z.infer<typeof doorInput>;
/** A door as it is from now on. */
export type DoorChange = z.infer<typeof doorChange>;
/** How a door was from when to when. */
export type DoorSpan = z.infer<typeof doorSpan>;
/** Why nobody says how a door is now. */
export type DoorUntold = z.infer<typeof doorUntold>;
