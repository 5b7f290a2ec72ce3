import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** What can be starred. */
export const favouriteKind = z.enum(['camera', 'location']);

/** Something that a person wants at hand. It leaves the list with the right to see it, and comes back with it. */
export const favourite = z.object({
  kind: favouriteKind,
  entityId: id,
  name: z.string(),
  /** Where it lies: of a camera its location, of a location the one above. */
  placeName: z.string().nullable(),
  starredAtUtcMs: utcMs,
});

export type Favourite = z.infer<typeof favourite>;
export type FavouriteKind = z.infer<typeof favouriteKind>;
