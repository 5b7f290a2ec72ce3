import { Button, TextInput } from '@mantine/core';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { switchOrganization } from '../../platform/session/session-actions.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';

// The accent of the look; the organization's own colour can be chosen with its settings.
const firstColor = '#066e88';

/** Makes an organization and makes it the active one. */
export function CreateOrganizationForm({ onCreated }: { onCreated: () => void }) {
  const { t } = useTranslation();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value.trim() === '' ? t('organizations.form.nameMissing') : null) },
    send: async ({ name }: { name: string }) => {
      const made = await call(organizationsCalls.create, { body: { name: name.trim(), color: firstColor } });
      await switchOrganization(made.id);
    },
    onDone: onCreated,
  });
  return (
    <Form onSubmit={onSubmit}>
      <TextInput
        label={t('organizations.form.name')}
        placeholder={t('organizations.form.nameExample')}
        maxLength={120}
        autoFocus
        {...form.getInputProps('name')}
      />
      {failure !== null && <FormFailure failure={failure} />}
      <FormActions>
        <Button type="submit" loading={isSending}>
          {t('common.actions.continue')}
        </Button>
      </FormActions>
    </Form>
  );
}
