import type { AlertRule, AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import type { RuleFault } from '@sightline/domain/rules/rule-faults';
import { toApiError } from '../../../platform/api/api-error.ts';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { useBuilderWords } from './fields/use-builder-words.ts';
import { fieldOfFault } from './fault-fields.ts';
import type { RuleValues } from './rule-values.ts';
import { readRules } from './use-rule-reading.ts';

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
    validate: async (values) => {
      // What judges did not come: sending fails of the same, and says so.
      const reading = await readRules().catch(() => null);
      const wrong = reading?.wrongFields(values) ?? {};
      return Object.fromEntries(Object.entries(wrong).map(([path, word]) => [path, said.wrong(word, values)]));
    },
    send: async (values) => {
      const { input } = (await readRules()).readValues(values);
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
      sending.form.setFieldError(fieldOfFault(fault, values), said.wrong(fault, values));
  };
  return sending;
};

/** The values of a rule's form, with what is said at its fields. */
export type RuleForm = ReturnType<typeof useRuleForm>['form'];
