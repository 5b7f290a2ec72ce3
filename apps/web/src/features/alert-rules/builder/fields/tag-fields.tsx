import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../../../ui/layout/stack.tsx';
import words from '../../../../ui/forms/field-words.module.css';
import classes from '../builder.module.css';

/** A part of the posted tag and what it must be. */
interface TagField {
  field: string;
  compare: (typeof compares)[number];
  value: string | number | boolean;
}

interface TagFieldsProps {
  label: string;
  fields: readonly TagField[];
  errorAt: (path: string) => string | undefined;
  onChange: (fields: TagField[]) => void;
}

const compares = ['is', 'isNot', 'atLeast', 'atMost', 'contains'] as const;
const maxFields = 20;

/** What was typed as it was posted: figures and yes or no are not texts. */
function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
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
                onChange={(event) => set(index, { compare: event.currentTarget.value as TagField['compare'] })}
              />
              <TextInput
                aria-label={t('ruleBuilder.tagField.value', { number })}
                placeholder={t('ruleBuilder.tagField.valueShort')}
                maxLength={200}
                value={String(value)}
                onChange={(event) => set(index, { value: event.currentTarget.value })}
                onBlur={() => set(index, { value: valueOf(String(value)) })}
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
