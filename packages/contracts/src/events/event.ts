import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';
import { sureness } from '../people/sureness.ts';
import { colourNames } from './colour-names.ts';

/** What was seen. Vehicles and animals are one class each; the model's finer word is only a hint (`subtype`). */
export const eventClass = z.enum(['person', 'vehicle', 'animal']);

/** `opened`: the track was confirmed. `updated`: more is known. `closed`: it ended; later revisions only correct it. */
export const eventPhase = z.enum(['opened', 'updated', 'closed']);

/** As set on the zones that the track entered; `info` outside of any. */
export const eventSeverity = z.enum(['info', 'warning', 'critical']);

/** The twelve colours that clothes and vehicles are sorted into. */
export const colourName = z.enum(colourNames);

/** What a colour was seen on: clothes above and below the waist, or the body of a vehicle or animal. */
export const colourPart = z.enum(['upper', 'lower', 'body']);

const share = z.number().min(0).max(1);

/** Box in fractions of the picture, 0..1, origin top left; it never leaves the picture. */
export const box = z
  .object({ x: share, y: share, width: share, height: share })
  .refine((value) => value.x + value.width <= 1.0001 && value.y + value.height <= 1.0001, 'inside the picture');

/** A point of a box path: milliseconds since `startedAtUtcMs`, then x, y, width, height as in `box`. Between points boxes move in straight lines. */
export const pathPoint = z.tuple([z.number().int().min(0).max(660_000), share, share, share, share]);

/** A colour and its share of the part's area; at most two per part, the larger first. */
export const eventColour = z.object({ part: colourPart, colour: colourName, share });

/** Plate text as voted over `reads` readings: capitals and digits without separators. */
export const eventPlate = z.object({
  text: z.string().regex(/^[A-Z0-9]{3,12}$/),
  score: share,
  reads: z.number().int().min(1).max(10_000),
});

/** The best face of a track. `age` in years and `gender` are rough guesses of the model, or null. */
export const eventFace = z.object({
  box,
  /** Width of the face in pixels of the analysed picture. */
  widthPx: z.number().int().min(1).max(8192),
  score: share,
  age: z.number().min(0).max(120).nullable(),
  gender: z.enum(['female', 'male']).nullable(),
});

/** Time inside a zone of the camera; `leftAtUtcMs` is null while inside. */
export const zoneVisit = z.object({ zoneId: id, enteredAtUtcMs: utcMs, leftAtUtcMs: utcMs.nullable() });

/** `appearance`: clothes and shape, ranks candidates for a person to decide. `face`: identity, comparable against a threshold. */
export const vectorKind = z.enum(['appearance', 'face']);

/** Pictures of an event: the object with some surroundings, its face, its plate. */
export const thumbnailKind = z.enum(['object', 'face', 'plate']);

const facts = {
  class: eventClass,
  /** The model's own word, for instance `car` or `dog`; a hint, not a promise. */
  subtype: z.string().max(40).nullable(),
  phase: eventPhase,
  severity: eventSeverity,
  /** Best detection score of the track. */
  score: share,
  /** Detector that saw it, `<pack>@<version>`. */
  modelId: z.string().min(1).max(80),
  /** Never changes over the revisions of an event. */
  startedAtUtcMs: utcMs,
  lastSeenUtcMs: utcMs,
  /** Null until closed. Where the core fell silent and nothing was heard of an open event for 11 minutes, people read that it was closed when it was seen last. */
  endedAtUtcMs: utcMs.nullable(),
  /** The track was cut after 10 minutes: the event that it continues. */
  continuesId: id.nullable(),
  /** It has come to rest (a parked car): one fact, not an event a minute. */
  isStationary: z.boolean(),
  /** Milliseconds in view. */
  dwellMs: z.number().int().min(0).max(660_000),
  /** Direction of the whole movement, degrees clockwise from the top of the picture; null when it did not go anywhere. */
  heading: z.number().min(0).max(360).nullable(),
  /** Median speed in frame widths per second. */
  speed: z.number().min(0).max(100).nullable(),
  /** Highest motion level while in view, 0-255. */
  motionLevel: z.number().int().min(0).max(255),
  /** When and where it was seen best; the thumbnail is cut from there. */
  best: z.object({ atUtcMs: utcMs, box }),
  colours: z.array(eventColour).max(6),
  plate: eventPlate.nullable(),
  face: eventFace.nullable(),
  revision: z.number().int().min(1).max(1_000_000),
};

/** Body of a core's `event` record: the whole event as known at that revision. */
export const eventReport = z.object({
  schemaVersion: z.literal(1),
  eventId: id,
  cameraId: id,
  ...facts,
  path: z.array(pathPoint).max(200),
  zones: z.array(zoneVisit).max(50),
  /** `values`: base64 of int8, unit length times 127. Compared only within one `modelId`. */
  vectors: z
    .array(z.object({ kind: vectorKind, modelId: z.string().min(1).max(80), values: z.string().max(2800) }))
    .max(4),
  /** Who it is by the core's gallery of faces; `margin`: how much less the face is like that of the next person. Older cores know nobody. */
  identity: z.object({ personId: id, score: share, margin: share }).nullable().default(null),
  /** Which vehicle it is by the plates that the core knows; `score`: how sure, misread signs taken off. Older cores know none. */
  vehicle: z.object({ vehicleId: id, score: share }).nullable().default(null),
});

/** An event as people see it. Never carries vectors. */
export const event = z.object({
  id,
  cameraId: id,
  cameraName: z.string(),
  edgeId: id,
  locationId: id,
  locationName: z.string(),
  /** IANA zone of the site. */
  timeZone: z.string(),
  ...facts,
  path: z.array(pathPoint),
  zones: z.array(zoneVisit.extend({ name: z.string().nullable().describe('null when the zone was deleted since') })),
  /** Signed for 5 minutes; null without one (not there yet, or expired). */
  thumbnails: z.object({ object: z.string().nullable(), face: z.string().nullable(), plate: z.string().nullable() }),
  /** Pictures that were made but will not come: the core had no room for them until it could send them. */
  lostThumbnails: z.array(thumbnailKind),
  /** By which vectors `similar` can search. */
  similarBy: z.array(vectorKind),
  receivedAtUtcMs: utcMs,
  /** Who it was, for those who may read the directory of people. `sureness`: null where somebody said so. */
  person: z.object({ personId: id, name: z.string(), sureness: sureness.nullable() }).nullable(),
  /** Which vehicle of the directory it was, by the plate, for those who may read it. `plate`: as it is written there. `score`: how sure, misread signs taken off. */
  vehicle: z.object({ vehicleId: id, plate: z.string(), score: share }).nullable(),
  can: z.object({ playback: z.boolean() }),
});

/** What a timeline needs of an event. */
export const eventMark = event.pick({
  id: true,
  class: true,
  subtype: true,
  phase: true,
  severity: true,
  startedAtUtcMs: true,
  lastSeenUtcMs: true,
  endedAtUtcMs: true,
  isStationary: true,
  revision: true,
});

export type Event = z.infer<typeof event>;
export type EventReport = z.infer<typeof eventReport>;
export type EventMark = z.infer<typeof eventMark>;
export type EventClass = z.infer<typeof eventClass>;
export type EventPhase = z.infer<typeof eventPhase>;
export type EventSeverity = z.infer<typeof eventSeverity>;
export type EventColour = z.infer<typeof eventColour>;
export type ColourName = z.infer<typeof colourName>;
export type ColourPart = z.infer<typeof colourPart>;
export type Box = z.infer<typeof box>;
export type PathPoint = z.infer<typeof pathPoint>;
export type VectorKind = z.infer<typeof vectorKind>;
export type ThumbnailKind = z.infer<typeof thumbnailKind>;
