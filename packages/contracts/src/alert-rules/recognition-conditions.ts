import { z } from 'zod';
import { visibleWords } from '../shared/ids.ts';
import { ruleZone } from './track-conditions.ts';

const seconds = (min: number, max: number, fallback: number) => z.number().min(min).max(max).default(fallback);
const zones = {
  zones: z
    .array(ruleZone)
    .max(8)
    .default(() => []),
};

const threat = z.object({ kind: z.literal('threat'), ...zones, windowS: seconds(1, 30, 3) });
const protectiveGear = z.object({
  kind: z.literal('protectiveGear'),
  ...zones,
  items: z
    .array(z.enum(['helmet', 'vest']))
    .min(1)
    .default(() => ['helmet' as const]),
  graceS: seconds(1, 60, 5),
});
const gloves = z.object({ kind: z.literal('gloves'), ...zones, forS: seconds(1, 60, 3) });
const fire = z.object({
  kind: z.literal('fire'),
  ...zones,
  what: z
    .array(z.enum(['flame', 'smoke']))
    .min(1)
    .default(() => ['flame' as const, 'smoke' as const]),
  flameS: seconds(1, 60, 3),
  smokeS: seconds(1, 60, 10),
});
const fall = z.object({ kind: z.literal('fall'), ...zones, downS: seconds(3, 120, 10) });
const violence = z.object({
  kind: z.literal('violence'),
  ...zones,
  windowS: seconds(2, 30, 4),
  minPeople: z.number().int().min(2).max(10).default(2),
});

/** A container's number is read; with numbers on the list, one of these. */
export const containerCondition = z.object({
  kind: z.literal('container'),
  ...zones,
  numbers: z
    .array(visibleWords(40))
    .max(1000)
    .default(() => []),
});

/** A condition on what a model of its own recognises in a camera's picture. */
export const recognitionCondition = z.discriminatedUnion('kind', [
  threat,
  protectiveGear,
  gloves,
  fire,
  fall,
  violence,
]);

export type ContainerCondition = z.infer<typeof containerCondition>;
export type RecognitionCondition = z.infer<typeof recognitionCondition>;
