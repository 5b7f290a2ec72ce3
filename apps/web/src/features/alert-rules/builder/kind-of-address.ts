import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';

/** The kind whose form has the address `/alert/create/{group}/{number}`; null for none. */
export const kindOfAddress = (group: string, number: string): RuleKind | null =>
  (Object.keys(ruleKinds) as RuleKind[]).find(
    (kind) => String(ruleKinds[kind].group) === group && String(ruleKinds[kind].number) === number,
  ) ?? null;

/** Whether rules of a kind are there for developers only. */
export const isForDevelopers = (kind: RuleKind): boolean => 'isForDevelopers' in ruleKinds[kind];
