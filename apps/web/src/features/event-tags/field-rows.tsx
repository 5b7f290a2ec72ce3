import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import type { EventTagFieldType } from '@sightline/contracts/event-tags/event-tag';
import { eventTagFieldTypes as types, maxEventTagFields } from '@sightline/contracts/event-tags/event-tag-limits';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../ui/layout/stack.tsx';
import type { EventTagForm } from './use-event-tag-form.ts';
import classes from './event-tags.module.css';

/** Fields of an event tag: name, type, remove; at most ten. */
export function FieldRows({ form }: { form: EventTagForm }) {
  const { t } = useTranslation();
  const { fields } = form.values;
  return (
    <Stack gap={12} as="section" aria-label={t('eventTags.form.fields')}>
      {fields.length > 0 && (
        <table className={classes.fields}>
          <thead>
            <tr>
              <th scope="col">{t('eventTags.form.fieldName')}</th>
              <th scope="col">{t('eventTags.form.fieldType')}</th>
              <th scope="col">
                <span className={classes.unseen}>{t('eventTags.list.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, type }, index) => {
              const number = String(index + 1);
              return (
                <tr key={`field ${number}`}>
                  <td>
                    <TextInput
                      aria-label={t('eventTags.form.fieldNameOf', { number })}
                      dir="ltr"
                      maxLength={40}
                      spellCheck={false}
                      value={name}
                      onChange={(event) => form.setFieldValue(`fields.${index}.name`, event.currentTarget.value)}
                    />
                  </td>
                  <td>
                    <Select
                      aria-label={t('eventTags.form.fieldTypeOf', { number })}
                      placeholder={t('eventTags.form.chooseType')}
                      data={types.map((value) => ({ value, label: t(`eventTags.type.${value}`) }))}
                      value={type}
                      onChange={(next) => form.setFieldValue(`fields.${index}.type`, next as EventTagFieldType | null)}
                    />
                  </td>
                  <td>
                    <ActionIcon
                      size={28}
                      aria-label={t('eventTags.form.removeField', { number })}
                      onClick={() => form.removeListItem('fields', index)}
                    >
                      <IconTrash size={16} stroke={1.6} aria-hidden="true" />
                    </ActionIcon>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
          disabled={fields.length >= maxEventTagFields}
          onClick={() => form.insertListItem('fields', { name: '', type: null })}
        >
          {t('eventTags.form.addField')}
        </Button>
      </div>
    </Stack>
  );
}
