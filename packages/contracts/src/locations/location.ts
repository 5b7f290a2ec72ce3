import { z } from 'zod';
import { id, name, utcMs } from '../shared/ids.ts';

/** A site, or a part of one (child). */
export const location = z.object({
  id,
  name: z.string(),
  parentId: id.nullable(),
  /** IANA name, for instance `Asia/Jerusalem`: the zone in which times of this site are shown. */
  timeZone: z.string(),
  address: z.string().nullable(),
  edgeCount: z.number().int(),
  cameraCount: z.number().int(),
  createdAt: utcMs,
  revision: z.number().int(),
  /** True for a location above something that the caller may see: name and place in the tree are told, its content is not. */
  isNameOnly: z.boolean(),
  /** What the caller may do here; the screen only mirrors it. */
  can: z.object({ edit: z.boolean(), remove: z.boolean(), createCore: z.boolean(), createCamera: z.boolean() }),
});

/** A location to be made. `timeZone` is an IANA name; fails with `time_zone_unknown`. */
export const locationInput = z.object({
  name,
  parentId: id.nullable().default(null),
  timeZone: z.string().min(1).max(64),
  address: z.string().trim().max(300).nullable().default(null),
});

/** Absent fields stay. Spelled out, because `partial()` would fill absent fields with the defaults of the input. */
export const locationUpdate = z.object({
  name: name.optional(),
  parentId: id.nullable().optional(),
  timeZone: z.string().min(1).max(64).optional(),
  address: z.string().trim().max(300).nullable().optional(),
});

export type Location = z.infer<typeof location>;
export type LocationInput = z.infer<typeof locationInput>;
export type LocationUpdate = z.infer<typeof locationUpdate>;
