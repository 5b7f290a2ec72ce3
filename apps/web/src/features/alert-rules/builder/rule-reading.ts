import type { AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { ruleFaults, type RuleFault } from '@sightline/domain/rules/rule-faults';
import { ruleSchema, schemaOf } from './condition-schema.ts';
import { fieldOfFault } from './fault-fields.ts';
import type { RuleValues } from './rule-values.ts';
import { wrongWord, type WrongWord } from './wrong-word.ts';

/** Reads what is typed as the server will; the paths of what it would refuse otherwise. */
export function readValues({
  condition,
  ...others
}: RuleValues): { input: AlertRuleInput; wrong: readonly [] } | { input: null; wrong: readonly string[] } {
  const said = ruleSchema.safeParse(others);
  const watched = schemaOf(condition.kind).safeParse(condition);
  if (said.success && watched.success) return { input: { ...said.data, condition: watched.data }, wrong: [] };
  const paths = [
    ...(said.error?.issues ?? []).map(({ path }) => path.join('.')),
    ...(watched.error?.issues ?? []).map(({ path }) => ['condition', ...path].join('.')),
  ];
  return { input: null, wrong: [...new Set(paths)] };
}

/** What the server would find wrong, with the field that says it; nothing for what can be sent. */
export function wrongFields(values: RuleValues): Record<string, WrongWord | RuleFault> {
  const { input, wrong } = readValues(values);
  if (input === null) return Object.fromEntries(wrong.map((path) => [path, wrongWord(values, path)]));
  const targets = { cameras: input.cameraIds.length, cores: input.edgeIds.length };
  return Object.fromEntries(ruleFaults(input.condition, targets).map((fault) => [fieldOfFault(fault, values), fault]));
}
