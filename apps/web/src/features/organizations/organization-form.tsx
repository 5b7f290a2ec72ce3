import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import type { Organization } from '@sightline/contracts/organizations/organization';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { accessToken, renewSession } from '../../platform/session/session-renewal.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import classes from '../../ui/forms/form.module.css';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';

/** Renames the active organization. */
export function OrganizationForm({ organization }: { organization: Organization }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { name: organization.name },
    validate: { name: (value) => (value.trim() === '' ? t('organizations.form.nameMissing') : null) },
  });
  const save = useMutation({
    mutationFn: ({ name }: { name: string }) => call(organizationsCalls.updateCurrent, { body: { name: name.trim() } }),
    onSuccess: async (saved, values) => {
      form.resetDirty(values);
      client.setQueryData(callKey(organizationsCalls.getCurrent, {}), saved);
      toastSuccess({ title: t('organizations.form.saved') });
      // The name in the menus comes with the session.
      await renewSession(accessToken());
    },
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <UnsavedGuard isDirty={() => form.isDirty()} />
      <TextInput label={t('organizations.form.name')} maxLength={120} {...form.getInputProps('name')} />
      {save.error !== null && <FormFailure failure={save.error} />}
      <div className={classes.actions}>
        <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
          {t('common.actions.save')}
        </Button>
      </div>
    </form>
  );
}
