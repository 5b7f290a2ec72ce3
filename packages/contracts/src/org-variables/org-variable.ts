import { z } from 'zod';
import { id, name, utcMs } from '../shared/ids.ts';
import { orgVariableTypes } from './org-variable-types.ts';

/** What a variable holds. */
export const orgVariableType = z.enum(orgVariableTypes);

const maxJsonLength = 20_000;
/** Half of a character, or the character zero, as JSON writes it: no database keeps that. */
const notKept = /(?<!\\)(?:\\\\)*\\(?:u0000|ud[89a-f])/;

/** Nobody writes settings that are deeper; what is thousands deep stops whoever walks it. */
const maxJsonDepth = 32;
/** From here on JSON writes a number with its exponent, as it was given; below it every digit counts. */
const writtenOut = 1e21;

/** False where a number has more digits than are kept, which the reading of the call has already rounded, or where it is nested too deeply. */
function isExact(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxJsonDepth) return false;
    for (const one of level)
      if (Number.isInteger(one) && !Number.isSafeInteger(one) && Math.abs(one as number) < writtenOut) return false;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return true;
}

const isKept = (value: unknown): boolean => {
  if (value === undefined || !isExact(value)) return false;
  const text = JSON.stringify(value);
  return text.length <= maxJsonLength && !notKept.test(text);
};

/** Whatever JSON can say, at most 20,000 characters and 32 levels of it, integers up to 2^53. */
const jsonValue = z.unknown().refine(isKept, 'JSON of at most 20,000 characters and 32 levels');

const typedValues = {
  string: { type: z.literal('string'), value: z.string().min(1).max(4000).refine(isKept, 'whole characters') },
  int: { type: z.literal('int'), value: z.number().int() },
  float: { type: z.literal('float'), value: z.number() },
  json: { type: z.literal('json'), value: jsonValue },
};

/** A value with its type; what doesn't fit the type is refused. */
const typedOf = <T extends z.ZodRawShape>(more: T) =>
  z.discriminatedUnion('type', [
    z.object({ ...more, ...typedValues.string }),
    z.object({ ...more, ...typedValues.int }),
    z.object({ ...more, ...typedValues.float }),
    z.object({ ...more, ...typedValues.json }),
  ]);

/** A further variable; no two of an organization have one name, in whatever case it is written. */
export const orgVariableInput = typedOf({ name });

/** Another value, perhaps of another type; the name stays. */
export const orgVariableChangeInput = typedOf({ revision: z.number().int() });

/** A typed setting of the organization. */
export const orgVariable = z.object({
  id,
  name: z.string(),
  type: orgVariableType,
  value: z.unknown(),
  revision: z.number().int(),
  updatedAtUtcMs: utcMs,
});

/** A line of the change log. */
export const orgVariableChange = z.object({
  id,
  variableId: id,
  /** As it was called; also of variables that are deleted. */
  name: z.string(),
  deed: z.enum(['create', 'update', 'remove']),
  /** What held from then on; of a deleted one, what it last held. */
  type: orgVariableType,
  value: z.unknown(),
  atUtcMs: utcMs,
  /** Null for somebody who is gone. */
  byName: z.string().nullable(),
});

export type OrgVariable = z.infer<typeof orgVariable>;
export type OrgVariableType = z.infer<typeof orgVariableType>;
export type OrgVariableInput = z.infer<typeof orgVariableInput>;
export type OrgVariableChangeInput = z.infer<typeof orgVariableChangeInput>;
export type OrgVariableChange = z.infer<typeof orgVariableChange>;
