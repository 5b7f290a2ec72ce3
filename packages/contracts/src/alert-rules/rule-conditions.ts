import { z } from 'zod';
import { accessConditions } from './access-conditions.ts';
import { cameraCondition } from './camera-conditions.ts';
import { doorCondition } from './door-condition.ts';
import { visibleWords } from '../shared/ids.ts';
import { uniformCondition } from './uniform-condition.ts';

const seconds = (min: number, max: number, fallback: number) => z.number().min(min).max(max).default(fallback);
const cameraStatus = z.object({
  kind: z.literal('cameraStatus'),
  what: z
    // `analysisOff`: its picture analysis does not work, or was switched off.
    .array(z.enum(['offline', 'notRecording', 'analysisOff']))
    .min(1)
    .default(() => ['offline' as const, 'notRecording' as const]),
  forS: seconds(30, 3600, 60),
});

const coreStatus = z.object({
  kind: z.literal('coreStatus'),
  forS: seconds(60, 3600, 90),
  /** `disk`: less than `diskPercent` of a disk is free. `clock`: its clock is wrong by `clockS`. `overload`: its processor has nothing to spare. */
  what: z
    .array(z.enum(['offline', 'disk', 'clock', 'overload']))
    .min(1)
    .default(() => ['offline' as const]),
  diskPercent: z.number().min(0.1).max(50).default(5),
  clockS: seconds(2, 3600, 10),
});

const fieldName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/);
const fieldValue = z.union([z.string().max(200), z.number(), z.boolean()]);

/** Of rules that say nothing of it. */
export const eventTagMaxAgeS = 600;

const eventTag = z.object({
  kind: z.literal('eventTag'),
  tag: visibleWords(80),
  /** All of them must hold. */
  fields: z
    .array(
      z.discriminatedUnion('compare', [
        z.object({
          field: fieldName,
          compare: z.enum(['is', 'isNot', 'atLeast', 'atMost', 'contains']),
          value: fieldValue,
        }),
        /** One of these. */
        z.object({ field: fieldName, compare: z.literal('in'), value: z.array(fieldValue).min(1).max(50) }),
      ]),
    )
    .max(20)
    .default(() => []),
  /** What is posted later than this after it happened alerts nobody: it is history. */
  maxAgeS: seconds(60, 86_400, eventTagMaxAgeS),
});

/** For developers: an expression over the event, for instance `class == "vehicle" and speed > 0.3`. */
const developer = z.object({ kind: z.literal('developer'), expression: z.string().trim().min(1).max(2000) });

/** What a rule watches for. */
export const ruleCondition = z.union([
  cameraCondition,
  z.discriminatedUnion('kind', [
    doorCondition,
    cameraStatus,
    coreStatus,
    eventTag,
    ...accessConditions,
    uniformCondition,
    developer,
  ]),
]);

export type RuleCondition = z.infer<typeof ruleCondition>;
/** What a rule watches for, in one word. */
export type RuleKind = RuleCondition['kind'];
