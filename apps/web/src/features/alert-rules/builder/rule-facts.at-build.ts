import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import { ruleKinds } from '@sightline/contracts/alert-rules/rule-kinds';
import { conditionFacts, ruleDefaults, ruleLimits } from './condition-schema.ts';

/** What forms know of rules from the contract. Read while the application is built: nobody downloads the validation library to see a form. */
export const ruleFacts = {
  defaults: ruleDefaults(),
  limits: ruleLimits(),
  kinds: Object.fromEntries(
    (Object.keys(ruleKinds) as RuleKind[]).map((kind) => [kind, conditionFacts(kind)]),
  ) as Record<RuleKind, ReturnType<typeof conditionFacts>>,
};
