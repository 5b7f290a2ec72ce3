import { z } from 'zod';
import { id, name, plainText, utcMs } from '../shared/ids.ts';
import { sureness } from './sureness.ts';

/** Types of file from which a face is taken. */
export const faceMediaTypes = ['image/jpeg', 'image/png'] as const;

/** Largest file of a face, in bytes, and the most pixels that it may hold: a few bytes can claim gigabytes. */
export const facePicture = { bytes: 10_485_760, pixels: 50_000_000, sidePx: 12_000 } as const;

/** So many faces of one person are kept. */
export const maxFaces = 10;

/** Where somebody, or an unsaved person, was seen. Only at cameras that the reader may search. */
export const personSighting = z.object({
  /** The event. */
  id,
  cameraId: id,
  cameraName: z.string(),
  locationId: id,
  locationName: z.string(),
  timeZone: z.string(),
  timestamp: utcMs,
  /** Cosine of the faces, 0-1; null where a person said who it is. */
  score: z.number().nullable(),
  sureness: sureness.nullable(),
  /** Picture of the face, signed for 5 minutes; null where there is none. */
  appearance: z.string().nullable(),
});

/** A face by which a person is recognised. `url` is signed for 5 minutes. */
export const personFace = z.object({
  id,
  source: z.enum(['file', 'camera']),
  addedAtUtcMs: utcMs,
  url: z.string(),
});

const seen = {
  /** How often they were seen at cameras that the reader may search. */
  appearances: z.number().int().min(0),
  lastSeen: utcMs.nullable(),
};

/** Somebody whom the organization knows by name. */
export const person = z.object({
  id,
  /** The same as `id`. */
  personId: id,
  name,
  note: z.string(),
  /** The unsaved person from which they were made; null for others. */
  bucketId: id.nullable(),
  ...seen,
  /** Where they are recognised, with everything below; places that the reader may not see, or that are gone, are left out. */
  locationIds: z.array(id),
  /** They are recognised at every place. Who is not, and has no place here, is so at places that the reader may not see, or nowhere. */
  isEverywhere: z.boolean(),
  faceCount: z.number().int().min(0),
  /** Picture of the best face, signed for 5 minutes; null without one. */
  photo: z.string().nullable(),
  revision: z.number().int(),
});

/** A person with faces, and where they were seen last. */
export const personDetails = person.extend({
  faces: z.array(personFace),
  details: z.array(personSighting),
});

/** Somebody whom cameras saw and nobody has named. */
export const unsavedPerson = z.object({
  bucketId: id,
  ...seen,
  firstSeen: utcMs.nullable(),
  photo: z.string().nullable(),
});

const note = plainText
  .trim()
  .max(200)
  .regex(/^[^\p{Cc}]*$/u, 'no control characters');

const locationIds = z.array(id).max(200);

/** A new person; `bucketId`: the unsaved person that they are. */
export const personInput = z.object({
  name,
  note: note.default(''),
  locationIds: locationIds.default(() => []),
  bucketId: id.optional(),
});

/** What may be changed; absent fields stay. */
export const personUpdate = z.object({
  name: name.optional(),
  note: note.optional(),
  locationIds: locationIds.optional(),
  revision: z.number().int(),
});

/** What became of faces that were to be forgotten. */
export const forgetting = z.object({
  id,
  /** `organization`: faces are looked for nowhere any more. */
  cause: z.enum(['person', 'unsaved', 'location', 'organization']),
  /** The location, or null. Names of people who are forgotten are not kept. */
  name: z.string().nullable(),
  askedAtUtcMs: utcMs,
  /** When the server had erased it all; null: it is at it. */
  doneAtUtcMs: utcMs.nullable(),
  erased: z.object({
    vectors: z.number().int(),
    pictures: z.number().int(),
    sightings: z.number().int(),
    faces: z.number().int(),
  }),
  /** Cores that have not confirmed yet that they hold it no more. */
  waitingFor: z.array(z.object({ id, name: z.string() })),
});

export type Person = z.infer<typeof person>;
export type PersonDetails = z.infer<typeof personDetails>;
export type PersonSighting = z.infer<typeof personSighting>;
export type UnsavedPerson = z.infer<typeof unsavedPerson>;
export type PersonInput = z.output<typeof personInput>;
export type PersonUpdate = z.infer<typeof personUpdate>;
export type Forgetting = z.infer<typeof forgetting>;
