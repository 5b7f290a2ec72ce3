import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChipChoice } from '../../../../ui/forms/chip-choice.tsx';
import { limitsOf } from '../condition-facts.ts';
import { FigureField } from './figure-field.tsx';
import { factsOf, optionSets, pathOf, type FieldName } from './kind-fields.ts';
import { firstJudges, valueAt, withValueAt, type ConditionDraft } from '../rule-values.ts';
import { GroupsField, PeopleField, PlatesField } from './listed-fields.tsx';
import { TagFields } from './tag-fields.tsx';
import { useBuilderWords } from './use-builder-words.ts';
import { WordsField } from './words-field.tsx';

interface ConditionFieldProps {
  name: FieldName;
  condition: ConditionDraft;
  errorAt: (path: string) => string | undefined;
  onChange: (condition: ConditionDraft) => void;
}

const fewOptions = 4;
const inPercent = (share: number): number => Math.round(share * 100);

/** One part of what a rule watches for, as its facts say. */
export function ConditionField(props: ConditionFieldProps) {
  const { name, condition, errorAt, onChange } = props;
  const said = useBuilderWords();
  const path = pathOf(name);
  const value = valueAt(condition, path);
  const error = errorAt(`condition.${path}`);
  const label = said.field(name);
  const hint = said.hint(name);
  const set = (next: unknown): void => onChange(withValueAt(condition, path, next));
  const { as, unit } = factsOf(name);
  if (as === 'figure')
    return (
      <FigureField
        label={label}
        unit={unit}
        hint={hint}
        limits={limitsOf(condition.kind, path)}
        value={value as number}
        error={error}
        onChange={set}
      />
    );
  if (as === 'share') {
    const limits = limitsOf(condition.kind, path);
    return (
      <FigureField
        label={label}
        unit="percent"
        hint={hint}
        limits={{ min: inPercent(limits.min), max: inPercent(limits.max), isWhole: true }}
        value={inPercent(value as number)}
        error={error}
        onChange={(percent) => set(percent / 100)}
      />
    );
  }
  if (as === 'isOn')
    return (
      <Switch
        label={label}
        description={hint}
        checked={value === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    );
  if (as === 'words')
    return <WordsField label={label} hint={hint} words={value as string[]} error={error} onChange={set} />;
  const listed = { label, hint, error, kind: condition.kind, value: value as string[], onChange: set };
  if (as === 'people') return <PeopleField {...listed} />;
  if (as === 'groups') return <GroupsField {...listed} />;
  if (as === 'plates') return <PlatesField {...listed} />;
  return <OtherField {...props} set={set} label={label} hint={hint} error={error} value={value} />;
}

interface OtherFieldProps extends ConditionFieldProps {
  set: (next: unknown) => void;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  value: unknown;
}

function OtherField({ name, errorAt, set, label, hint, error, value }: OtherFieldProps) {
  const { t } = useTranslation();
  const said = useBuilderWords();
  const { as, of } = factsOf(name);
  const wrapperOrder = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[];
  if (as === 'tagFields') return <TagFields label={label} fields={value as never} errorAt={errorAt} onChange={set} />;
  if (as === 'text' || as === 'expression') {
    const Input = as === 'text' ? TextInput : Textarea;
    return (
      <Input
        label={label}
        description={hint}
        inputWrapperOrder={wrapperOrder}
        dir={as === 'text' ? undefined : 'ltr'}
        maxLength={as === 'text' ? 80 : 2000}
        value={String(value)}
        error={error}
        onChange={(event: { currentTarget: { value: string } }) => set(event.currentTarget.value)}
      />
    );
  }
  if (of === undefined) return null;
  const chosen = as === 'judges' ? (value as { what: string }).what : value;
  const options = said.options(of, as === 'manyOf' ? [] : [chosen as string]);
  if (as === 'manyOf' || optionSets[of].length <= fewOptions)
    return (
      <ChipChoice
        label={label}
        hint={hint}
        isMany={as === 'manyOf'}
        options={options}
        chosen={as === 'manyOf' ? (value as string[]) : [chosen as string]}
        error={error}
        onChange={(next) => set(as === 'manyOf' ? next : as === 'judges' ? firstJudges(next[0]!) : next[0])}
      />
    );
  return (
    <NativeSelect
      label={label}
      aria-label={t('ruleBuilder.choose', { what: label })}
      description={hint}
      inputWrapperOrder={wrapperOrder}
      data={options}
      value={chosen as string}
      error={error}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
