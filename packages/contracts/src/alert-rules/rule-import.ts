import { z } from 'zod';
import { errorCode } from '../shared/errors.ts';
import { importedRulesLimit } from './rule-import-limits.ts';

/** So many faults are told; more are only counted. */
export const toldFaultsLimit = 100;

/** Rules of a file. Each is an `AlertRuleInput`; what else stands in it is read over. */
export const ruleImportInput = z.object({
  rules: z.array(z.looseObject({})).min(1).max(importedRulesLimit),
});

/** Why one rule cannot be made: the refusal that `alertRules.create` would answer with. `index`: of the rule, from 0. */
export const ruleImportFault = z.object({
  index: z.number().int(),
  /** As it stands in the file; empty where there is none. */
  name: z.string().max(120),
  code: errorCode,
  /** What is wrong, by where it stands; of `alert_rule_invalid` the words of its faults. */
  fields: z.array(z.string().max(120)).max(20),
});

/** What `alert_rules_import_refused` says: nothing was made. */
export const ruleImportRefusal = z.object({
  faults: z.array(ruleImportFault).max(toldFaultsLimit),
  /** Of all faults, told or not. */
  count: z.number().int(),
});

export type RuleImportRefusal = z.infer<typeof ruleImportRefusal>;
export type RuleImportFault = z.infer<typeof ruleImportFault>;
