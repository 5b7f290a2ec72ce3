import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { ColorField } from './color-field.tsx';
import { keepDraft, organizationColors, readDraft } from './organization-draft.ts';

/** First step of making an organization: its name and colour. */
export function OrganizationDraftForm({ onContinue }: { onContinue: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: readDraft() ?? { name: '', color: organizationColors[0] as string },
    validate: { name: (value) => (value.trim() === '' ? t('organizations.form.nameMissing') : null) },
  });
  const proceed = ({ name, color }: { name: string; color: string }): void => {
    keepDraft({ name: name.trim(), color });
    onContinue();
  };
  return (
    <Form onSubmit={form.onSubmit(proceed)}>
      <TextInput
        label={t('organizations.form.name')}
        placeholder={t('organizations.form.nameExample')}
        maxLength={120}
        autoFocus
        {...form.getInputProps('name')}
      />
      <ColorField value={form.values.color} onChange={(color) => form.setFieldValue('color', color)} />
      <FormActions>
        <Button type="submit">{t('common.actions.continue')}</Button>
      </FormActions>
    </Form>
  );
}
