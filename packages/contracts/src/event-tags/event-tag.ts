import { z } from 'zod';
import { id, name, plainText, utcMs, visibleWords } from '../shared/ids.ts';
import { eventTagFieldTypes, maxEventTagFields } from './event-tag-limits.ts';

/** A field of a posted event, as rules name it. */
const fieldName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/);

/** Something that another system saw at a camera, for instance that a gate was opened. */
export const postedEvent = z.object({
  /** Made by who posts it, and the same when it is posted again: the same event is kept once. */
  id,
  /** What happened: rules name it. */
  tag: visibleWords(80),
  cameraId: id,
  /** When it happened; now where it is left out. */
  atUtcMs: utcMs.optional(),
  /** At most 20. */
  fields: z
    .record(fieldName, z.union([plainText.max(200), z.number(), z.boolean()]))
    .refine((fields) => Object.keys(fields).length <= 20, 'at most 20 fields')
    .default(() => ({})),
});

/** What a field of an event tag holds. */
export const eventTagFieldType = z.enum(eventTagFieldTypes);

/** What happens in an organization, and the fields that come with it. No two have one name, in whatever case it is written. */
export const eventTagInput = z.object({
  name: name.max(80),
  /** How many seconds of footage belong to it. */
  videoLength: z.number().int().min(10).max(180).default(10),
  fields: z
    .array(z.object({ name: fieldName, type: eventTagFieldType }))
    .max(maxEventTagFields)
    .refine((fields) => new Set(fields.map((one) => one.name)).size === fields.length, 'each name once')
    .default(() => []),
});

/** A custom event of the organization. */
export const eventTag = eventTagInput.extend({ id, revision: z.number().int(), updatedAtUtcMs: utcMs });

export type PostedEvent = z.infer<typeof postedEvent>;
export type EventTag = z.infer<typeof eventTag>;
export type EventTagInput = z.infer<typeof eventTagInput>;
export type EventTagFieldType = z.infer<typeof eventTagFieldType>;
