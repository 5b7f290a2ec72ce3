import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { switchOrganization } from '../../platform/session/session-actions.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';

// The accent of the look; the organization's own colour can be chosen with its settings.
const firstColor = '#066e88';

/** Makes an organization and makes it the active one. */
export function CreateOrganizationForm({ onCreated }: { onCreated: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (value) => (value.trim() === '' ? t('organizations.form.nameMissing') : null) },
  });
  const create = useMutation({
    mutationFn: async ({ name }: { name: string }) => {
      const made = await call(organizationsCalls.create, { body: { name: name.trim(), color: firstColor } });
      await switchOrganization(made.id);
    },
    onSuccess: onCreated,
  });
  return (
    <Form onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <TextInput
        label={t('organizations.form.name')}
        placeholder={t('organizations.form.nameExample')}
        maxLength={120}
        autoFocus
        {...form.getInputProps('name')}
      />
      {create.error !== null && <FormFailure failure={create.error} />}
      <FormActions>
        <Button type="submit" loading={create.isPending}>
          {t('common.actions.continue')}
        </Button>
      </FormActions>
    </Form>
  );
}
