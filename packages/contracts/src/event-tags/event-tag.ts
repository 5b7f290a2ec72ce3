import { z } from 'zod';
import { id, utcMs } from '../shared/ids.ts';

/** A field of a posted event, as rules name it. */
const fieldName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/);

/** Something that another system saw at a camera, for instance that a gate was opened. */
export const postedEvent = z.object({
  /** Made by who posts it, and the same when it is posted again: the same event is kept once. */
  id,
  /** What happened: rules name it. */
  tag: z.string().trim().min(1).max(80),
  cameraId: id,
  /** When it happened; now where it is left out. */
  atUtcMs: utcMs.optional(),
  /** At most 20. */
  fields: z
    .record(fieldName, z.union([z.string().max(200), z.number(), z.boolean()]))
    .refine((fields) => Object.keys(fields).length <= 20, 'at most 20 fields')
    .default(() => ({})),
});

export type PostedEvent = z.infer<typeof postedEvent>;
