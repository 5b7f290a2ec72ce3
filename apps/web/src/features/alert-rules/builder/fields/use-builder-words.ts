import type { RuleFault } from '@sightline/domain/rules/rule-faults';
import { wrongNumbers } from '@sightline/domain/events/container-number';
import { useTranslation } from 'react-i18next';
import { listText } from '../../../../platform/i18n/list-text.ts';
import type { RuleValues } from '../rule-values.ts';
import type { WrongWord } from '../wrong-word.ts';
import { factsOf, optionSets, type FieldName, type OptionSet } from './kind-fields.ts';

/** So many wrong ones of a list are named. */
const fewNumbers = 3;

type OptionKey = 'ruleBuilder.option.by.both';
/** An expression as developers write it. */
const example = 'class == "vehicle" and speed > 0.3';

type HintKey = 'ruleBuilder.hint.minScore';

/** How the parts of rules are called in forms. */
export function useBuilderWords() {
  const { t } = useTranslation();
  const option = (set: OptionSet, value: string): string => t(`ruleBuilder.option.${set}.${value}` as OptionKey);
  return {
    field: (name: FieldName): string => t(`ruleBuilder.field.${name}`),
    /** What explains a field, where it needs that. */
    hint: (name: FieldName): string | undefined =>
      factsOf(name).hinted === true ? t(`ruleBuilder.hint.${name}` as HintKey, { example }) : undefined,
    /** What is wrong with a part, and what to do. */
    wrong: (word: WrongWord | RuleFault, { condition }: Pick<RuleValues, 'condition'>): string => {
      const text = t(`ruleBuilder.wrong.${word}`, { example });
      if (word !== 'containerNumber') return text;
      const numbers = listText(wrongNumbers(condition['numbers'] as string[]).slice(0, fewNumbers), 'and');
      return `${text} ${t('ruleBuilder.wrongNumbers', { numbers, isolated: false })}`;
    },
    option,
    /** The choices of a set, and those that a saved rule has besides. */
    options: (set: OptionSet, present: readonly string[]): { value: string; label: string }[] =>
      [...new Set<string>([...optionSets[set], ...present])].map((value) => ({ value, label: option(set, value) })),
  };
}
