import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../../../ui/layout/stack.tsx';
import words from '../../../../ui/forms/field-words.module.css';
import classes from '../builder.module.css';

/** A part of the posted tag and what it must be. */
interface TagField {
  field: string;
  compare: (typeof compares)[number];
  value: Value | Value[];
}

type Value = string | number | boolean;

interface TagFieldsProps {
  label: string;
  fields: readonly TagField[];
  errorAt: (path: string) => string | undefined;
  onChange: (fields: TagField[]) => void;
}

const compares = ['is', 'isNot', 'in', 'atLeast', 'atMost', 'contains'] as const;
const maxFields = 20;

/** What was typed as it was posted: figures and yes or no are not texts. */
function valueOf(text: string): Value {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** What was typed, as it is compared: with `in` several, otherwise one. */
const readAs = (compare: TagField['compare'], text: string): TagField['value'] =>
  compare === 'in'
    ? text
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '')
        .map(valueOf)
    : valueOf(text);

const textOf = (value: TagField['value']): string => (Array.isArray(value) ? value.join(', ') : String(value));

interface TagValueProps {
  label: string;
  one: TagField;
  error: string | undefined;
  onChange: (value: TagField['value']) => void;
}

/** What a field is compared with, as it was typed while that says the same. */
function TagValue({ label, one: { compare, value }, error, onChange }: TagValueProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(textOf(value));
  const isSame = textOf(readAs(compare, typed)) === textOf(value);
  return (
    <TextInput
      aria-label={label}
      placeholder={t(compare === 'in' ? 'ruleBuilder.tagField.valuesShort' : 'ruleBuilder.tagField.valueShort')}
      maxLength={compare === 'in' ? 2000 : 200}
      value={isSame ? typed : textOf(value)}
      error={error}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onChange(readAs(compare, text));
      }}
    />
  );
}

/** What must be so of a posted tag; all of it. */
export function TagFields({ label, fields, errorAt, onChange }: TagFieldsProps) {
  const { t } = useTranslation();
  const set = (index: number, change: Partial<TagField>): void =>
    onChange(fields.map((one, at) => (at === index ? { ...one, ...change } : one)));
  return (
    <Stack gap={8} as="section">
      <h4 className={words.label}>{label}</h4>
      <ul className={words.rows}>
        {fields.map(({ field, compare, value }, index) => {
          const number = index + 1;
          return (
            // The row is known by its place: what is typed into it changes everything else.
            <li key={`field ${String(index)}`} className={classes.tagField}>
              <TextInput
                aria-label={t('ruleBuilder.tagField.field', { number })}
                placeholder={t('ruleBuilder.tagField.fieldShort')}
                dir="ltr"
                maxLength={40}
                value={field}
                error={errorAt(`condition.fields.${String(index)}.field`)}
                onChange={(event) => set(index, { field: event.currentTarget.value })}
              />
              <NativeSelect
                aria-label={t('ruleBuilder.tagField.compare', { number })}
                data={compares.map((one) => ({ value: one, label: t(`ruleBuilder.tagField.${one}`) }))}
                value={compare}
                onChange={(event) => {
                  const next = event.currentTarget.value as TagField['compare'];
                  set(index, { compare: next, value: readAs(next, textOf(value)) });
                }}
              />
              <TagValue
                label={t('ruleBuilder.tagField.value', { number })}
                one={{ field, compare, value }}
                error={errorAt(`condition.fields.${String(index)}.value`)}
                onChange={(next) => set(index, { value: next })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('ruleBuilder.tagField.remove', { number })}
                onClick={() => onChange(fields.toSpliced(index, 1))}
              >
                <IconTrash size={16} stroke={1.6} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {errorAt('condition.fields') !== undefined && (
        <p className={classes.wrong} role="alert">
          {errorAt('condition.fields')}
        </p>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
          disabled={fields.length >= maxFields}
          onClick={() => onChange([...fields, { field: '', compare: 'is', value: '' }])}
        >
          {t('ruleBuilder.tagField.add')}
        </Button>
      </div>
    </Stack>
  );
}
