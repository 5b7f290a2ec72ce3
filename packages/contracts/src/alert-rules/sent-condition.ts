import { z } from 'zod';
import { cameraCondition } from './camera-conditions.ts';
import { doorCondition } from './door-condition.ts';
import { isOption, optionsUsedIn, plainCondition } from './later-options.ts';
import type { RuleCondition } from './rule-conditions.ts';

/** The kind under which a condition with options is sent: no core of before judges it. */
const withOptions = 'withOptions';

/** What cores judge live: what cameras show, of which what they keep can be judged again, and how doors are. */
const judgedCondition = z.union([cameraCondition, doorCondition]);
export type JudgedCondition = z.infer<typeof judgedCondition>;

/** A condition as cores are told of it. */
export interface SentCondition extends Record<string, unknown> {
  kind: string;
}

/** A condition as cores are told of it: one that uses options names them, so that no core judges it without. */
export function sentCondition(condition: RuleCondition): SentCondition {
  const plain = plainCondition(condition);
  const options = optionsUsedIn(plain);
  return options.length === 0 ? plain : { kind: withOptions, options, condition: plain };
}

/** A condition that was sent, as this version judges it; undefined for one of a kind or with options that it does not know. */
export function readCondition(sent: SentCondition): JudgedCondition | undefined {
  if (sent.kind !== withOptions) return judgedCondition.safeParse(sent).data;
  const { options, condition } = sent;
  const isKnown = Array.isArray(options) && options.every(isOption);
  return isKnown ? judgedCondition.safeParse(condition).data : undefined;
}
