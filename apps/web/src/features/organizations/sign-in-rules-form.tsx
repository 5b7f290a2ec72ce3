import { Button, Switch } from '@mantine/core';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import type { Organization } from '@sightline/contracts/organizations/organization';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { useFreshValues } from '../../ui/forms/use-fresh-values.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';

/** How members may sign in, and whether with a second factor. */
export function SignInRulesForm({ organization }: { organization: Organization }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: organization.signIn,
    validate: {
      allowsProviders: (value, { allowsPassword }) =>
        value || allowsPassword ? null : t('organizations.signIn.oneNeeded'),
    },
    send: (signIn) => call(organizationsCalls.updateCurrent, { body: { signIn } }),
    onDone: (saved) => {
      form.setInitialValues(saved.signIn);
      form.setValues(saved.signIn);
      client.setQueryData(callKey(organizationsCalls.getCurrent, {}), saved);
      toastSuccess({ title: t('organizations.signIn.saved') });
    },
  });
  useFreshValues(form, organization.signIn, organization.revision);
  return (
    <Form onSubmit={onSubmit}>
      <UnsavedGuard isDirty={() => form.isDirty()} />
      {(['allowsPassword', 'allowsProviders', 'demandsMfa'] as const).map((field) => (
        <Switch
          key={field}
          label={t(`organizations.signIn.${field}`)}
          description={t(`organizations.signIn.${field}Hint`)}
          {...form.getInputProps(field, { type: 'checkbox' })}
        />
      ))}
      {failure !== null && <FormFailure failure={failure} />}
      <FormActions>
        <Button type="submit" loading={isSending} disabled={!form.isDirty()}>
          {t('common.actions.save')}
        </Button>
      </FormActions>
    </Form>
  );
}
