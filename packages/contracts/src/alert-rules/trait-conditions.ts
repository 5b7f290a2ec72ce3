import { z } from 'zod';
import { colourName, eventClass } from '../events/event.ts';
import { id } from '../shared/ids.ts';
import { ruleZone } from './track-conditions.ts';

const zones = {
  zones: z
    .array(ruleZone)
    .max(8)
    .default(() => []),
};
const colours = z
  .array(colourName)
  .max(6)
  .default(() => []);

/** So many entries somebody can name one by one; a core is told of these and of the members of the groups. */
export const maxNamed = 1000;
const maxListed = 21_000;

/** Groups of the organization whose members are on the list, too. */
const groupIds = z
  .array(id)
  .max(4)
  .default(() => []);

/** Whom a condition is about by their faces. */
const people = {
  /** Who is on the list, who is not on it (also people that nobody knows), whom nobody knows, or everybody. */
  mode: z.enum(['onList', 'notOnList', 'unknown', 'any']).default('any'),
  personIds: z
    .array(id)
    .max(maxListed)
    .default(() => []),
  groupIds,
};

const face = z.object({
  kind: z.literal('face'),
  ...zones,
  ...people,
  /** A face counts once it was found so often. */
  sights: z.number().int().min(1).max(5).default(2),
});

const licensePlate = z.object({
  kind: z.literal('licensePlate'),
  ...zones,
  mode: z.enum(['onList', 'notOnList', 'any']).default('any'),
  /** Signs only: blanks and dashes do not count. */
  plates: z
    .array(z.string().trim().min(1).max(40))
    .max(maxListed)
    .default(() => []),
  groupIds,
  /** `similar` takes O for 0, I for 1, B for 8 and the like. */
  match: z.enum(['similar', 'exact']).default('exact'),
  /** A plate counts once so many readings agree; one of a list also when it is read no more. */
  reads: z.number().int().min(1).max(10).default(2),
});

/** Of each part for which colours are named, one of them must be seen; where none are named, everybody of the class fits. `mode`: among people, only these. */
const suspect = z.object({
  kind: z.literal('suspect'),
  ...zones,
  class: eventClass.default('person'),
  ...people,
  upper: colours,
  lower: colours,
  body: colours,
});

/** A condition on what becomes known of somebody who is followed: face, number plate, colours. */
export const traitCondition = z.discriminatedUnion('kind', [face, licensePlate, suspect]);

export type TraitCondition = z.infer<typeof traitCondition>;
/** The condition of one kind. */
export type TraitConditionOf<K extends TraitCondition['kind']> = Extract<TraitCondition, { kind: K }>;
