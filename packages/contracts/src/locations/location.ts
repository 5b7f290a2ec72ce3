import { z } from 'zod';
import { id, name, utcMs } from '../shared/ids.ts';
import { shownStatus } from '../status/status.ts';

/** Where a site is on the globe, degrees of WGS 84. */
export const coordinates = z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) });

/** As every name, but 1-100 characters. */
const locationName = name.max(100);

/** A site, or a part of one (child). */
export const location = z.object({
  id,
  name: z.string(),
  parentId: id.nullable(),
  /** IANA name, for instance `Asia/Jerusalem`: the zone in which times of this site are shown. */
  timeZone: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  /** Free text for people who look after the site. */
  notes: z.string().nullable(),
  coordinates: coordinates.nullable(),
  /** Whether live pictures of the cores that stand here are tried over their own network first. */
  localLiveStream: z.boolean(),
  /** Whether cores find and compare faces in pictures of the cameras here; off wins over the switch of each camera. */
  faceRecognition: z.boolean(),
  edgeCount: z.number().int(),
  cameraCount: z.number().int(),
  /** Of everything at or below it together; null where only the name is told. */
  status: shownStatus.nullable(),
  createdAt: utcMs,
  revision: z.number().int(),
  /** True for a location above something that the caller may see: name and place in the tree are told, its content is not. */
  isNameOnly: z.boolean(),
  /** What the caller may do here; the screen only mirrors it. */
  can: z.object({ edit: z.boolean(), remove: z.boolean(), createCore: z.boolean(), createCamera: z.boolean() }),
});

const text = (length: number) => z.string().trim().max(length).nullable();

/** A location to be made. `timeZone` is an IANA name; fails with `time_zone_unknown`. */
export const locationInput = z.object({
  name: locationName,
  parentId: id.nullable().default(null),
  timeZone: z.string().min(1).max(64),
  address: text(300).default(null),
  city: text(100).default(null),
  state: text(100).default(null),
  zip: text(20).default(null),
  notes: text(2000).default(null),
  coordinates: coordinates.nullable().default(null),
  localLiveStream: z.boolean().default(true),
  faceRecognition: z.boolean().default(true),
});

/** Absent fields stay. Spelled out, because `partial()` would fill absent fields with the defaults of the input. */
export const locationUpdate = z.object({
  /** Of the location itself, as the form holds it; another one than that of the path is refused. */
  id: id.optional(),
  name: locationName.optional(),
  parentId: id.nullable().optional(),
  timeZone: z.string().min(1).max(64).optional(),
  address: text(300).optional(),
  city: text(100).optional(),
  state: text(100).optional(),
  zip: text(20).optional(),
  notes: text(2000).optional(),
  coordinates: coordinates.nullable().optional(),
  localLiveStream: z.boolean().optional(),
  faceRecognition: z.boolean().optional(),
  /** Of the location as the caller read it: another one is answered `conflict`. Without it the change is made to whatever is there. */
  revision: z.number().int().min(1).optional(),
});

/** Whether a location can be deleted, and what of it is in the way: directly at it, also what the caller may not see. */
export const locationDeleteCheck = z.object({
  allowed: z.boolean(),
  edgeCount: z.number().int(),
  childCount: z.number().int(),
  cameraCount: z.number().int(),
});

/** `tight`: it works, with little to spare. `unknown`: nothing was measured just now. */
export const fittingLevel = z.enum(['fits', 'tight', 'over', 'unknown']);

/** What decided the level of a core: the most loaded part of it, or why nothing is known. */
export const fittingReason = z.enum(['cpu', 'inference', 'fallingBehind', 'notPaired', 'coreOffline', 'noAnswer']);

/** How a core carries the cameras that it has, as measured just now. */
export const coreFitting = z.object({
  edgeId: id,
  name: z.string(),
  cameraCount: z.number().int(),
  /** Share of the scarcest of its means that is in use, 0..1, above 1 where more is wanted than there is; null when unknown. */
  load: z.number().min(0).nullable(),
  level: fittingLevel,
  why: fittingReason,
});

/** The cores of a location, and those that record its cameras. */
export const locationFitting = z.object({ cores: z.array(coreFitting) });

export type Location = z.infer<typeof location>;
export type LocationInput = z.infer<typeof locationInput>;
export type LocationUpdate = z.infer<typeof locationUpdate>;
export type LocationDeleteCheck = z.infer<typeof locationDeleteCheck>;
export type LocationFitting = z.infer<typeof locationFitting>;
export type CoreFitting = z.infer<typeof coreFitting>;
export type Coordinates = z.infer<typeof coordinates>;
