import { cameraCondition, type CameraCondition } from './camera-conditions.ts';
import { isOption, optionsUsedIn, plainCondition } from './later-options.ts';
import type { RuleCondition } from './rule-conditions.ts';

/** The kind under which a condition with options is sent: no core of before judges it. */
const withOptions = 'withOptions';

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
export function readCondition(sent: SentCondition): CameraCondition | undefined {
  if (sent.kind !== withOptions) return cameraCondition.safeParse(sent).data;
  const { options, condition } = sent;
  const isKnown = Array.isArray(options) && options.every(isOption);
  return isKnown ? cameraCondition.safeParse(condition).data : undefined;
}
