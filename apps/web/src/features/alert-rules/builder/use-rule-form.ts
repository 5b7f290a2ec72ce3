import type { AlertRule, AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { ruleFaults, type RuleFault } from '@sightline/domain/rules/rule-faults';
import { toApiError } from '../../../platform/api/api-error.ts';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { useBuilderWords } from './fields/use-builder-words.ts';
import { readValues, type RuleValues } from './rule-values.ts';
import { wrongWord, type WrongWord } from './wrong-word.ts';

/** Where the form says that something is wrong with the rule. */
const placeOfFault = {
  crossingEdges: 'drawing',
  tooSmall: 'drawing',
  shortLine: 'drawing',
  manyCameras: 'cameraIds',
  expression: 'condition.expression',
  noLine: 'drawing',
  emptyRange: 'condition.maxCount',
  sumTooShort: 'condition.sumWithinS',
} as const satisfies Record<Exclude<RuleFault, 'noCamera' | 'nothingNamed'>, string>;

const fieldOfFault = (fault: RuleFault, { condition }: RuleValues): string => {
  if (fault === 'nothingNamed') return condition.kind === 'licensePlate' ? 'condition.plates' : 'condition.personIds';
  if (fault !== 'noCamera') return placeOfFault[fault];
  return condition.kind === 'coreStatus' ? 'edgeIds' : 'cameraIds';
};

/** What the server would find wrong, with the field that says it; nothing for what can be sent. */
export function wrongFields(values: RuleValues): Record<string, WrongWord | RuleFault> {
  const { input, wrong } = readValues(values);
  if (input === null) return Object.fromEntries(wrong.map((path) => [path, wrongWord(values, path)]));
  const targets = { cameras: input.cameraIds.length, cores: input.edgeIds.length };
  return Object.fromEntries(ruleFaults(input.condition, targets).map((fault) => [fieldOfFault(fault, values), fault]));
}

interface RuleFormDeps {
  initial: RuleValues;
  send: (input: AlertRuleInput) => Promise<AlertRule>;
  onDone: (saved: AlertRule) => unknown;
}

/** The form of a rule: what the server would refuse is said at its field before it is sent, and what it refused afterwards. */
export const useRuleForm = ({ initial, send, onDone }: RuleFormDeps) => {
  const said = useBuilderWords();
  const sending = useCallForm<RuleValues, AlertRule>({
    initialValues: initial,
    validate: (values) =>
      Object.fromEntries(Object.entries(wrongFields(values)).map(([path, word]) => [path, said.wrong(word)])),
    send: async (values) => {
      const { input } = readValues(values);
      // What cannot be read was refused before it came here.
      if (input === null) throw new Error('an unread rule');
      try {
        return await send(input);
      } catch (refusal) {
        sayFaults(refusal, values);
        throw refusal;
      }
    },
    onDone,
    atField: { schedule_unknown: 'scheduleId' },
  });
  const sayFaults = (refusal: unknown, values: RuleValues): void => {
    const { code, data } = toApiError(refusal);
    if (code !== 'alert_rule_invalid' || !Array.isArray(data['faults'])) return;
    for (const fault of data['faults'] as RuleFault[])
      sending.form.setFieldError(fieldOfFault(fault, values), said.wrong(fault));
  };
  return sending;
};

/** The values of a rule's form, with what is said at its fields. */
export type RuleForm = ReturnType<typeof useRuleForm>['form'];
