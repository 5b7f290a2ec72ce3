import { z } from 'zod';
import { cameraState } from '../cameras/camera.ts';
import { coordinates } from '../locations/location.ts';
import { id } from '../shared/ids.ts';
import { shownStatus } from '../status/status.ts';

/** A location as home, tree and map show it. Counts are of what lies directly at it and may be seen by the caller. */
export const homeLocation = z.object({
  id,
  name: z.string(),
  parentId: id.nullable(),
  timeZone: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  coordinates: coordinates.nullable(),
  revision: z.number().int(),
  /** True for a location above something that may be seen, of which only name and place in the tree are told. */
  isNameOnly: z.boolean(),
  cores: z.object({ total: z.number().int(), online: z.number().int() }),
  /** Cameras by state; a state that none has is left out. */
  cameras: z.partialRecord(cameraState, z.number().int()),
  /** Of everything at or below it together; null where only the name is told. */
  status: shownStatus.nullable(),
  can: z.object({ edit: z.boolean(), remove: z.boolean() }),
});

/** All locations in sight, by name. `isCut`: there are more than 5,000, and the rest is left out. */
export const homeLocations = z.object({ items: z.array(homeLocation), isCut: z.boolean() });

export type HomeLocation = z.infer<typeof homeLocation>;
export type HomeLocations = z.infer<typeof homeLocations>;
