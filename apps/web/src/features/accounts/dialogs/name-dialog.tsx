import { TextInput } from '@mantine/core';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { OptionalLabel } from '../../../ui/forms/optional-label.tsx';
import type { AccountDialogProps } from './account-dialog-props.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { accountChanged } from '../save-settings.ts';
import { usePersonRules } from '../fields/use-person-rules.ts';
import { useSaved } from '../use-saved.ts';

const saveName = async ({ firstName, lastName }: { firstName: string; lastName: string }): Promise<void> => {
  await call(accountsCalls.updateProfile, { body: { firstName: firstName.trim(), lastName: lastName.trim() } });
  await accountChanged();
};

/** First and last name. */
export function NameDialog({ profile, onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  const { firstName } = usePersonRules();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { firstName: profile.firstName, lastName: profile.lastName },
    validate: { firstName },
    send: saveName,
    onDone: useSaved(onClose),
  });
  return (
    <FormDialog
      title={t('accounts.dialogs.name')}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput
        label={t('accounts.field.firstName')}
        autoComplete="given-name"
        maxLength={120}
        data-autofocus
        {...form.getInputProps('firstName')}
      />
      <TextInput
        label={<OptionalLabel>{t('accounts.field.lastName')}</OptionalLabel>}
        autoComplete="family-name"
        maxLength={120}
        {...form.getInputProps('lastName')}
      />
    </FormDialog>
  );
}
