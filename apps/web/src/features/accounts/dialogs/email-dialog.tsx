import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import type { AccountDialogProps } from './account-dialog-props.ts';
import { failedFieldsOf } from '../fields/failed-fields-of.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { OutboxNotice } from '../entry/outbox-notice.tsx';
import { accountChanged } from '../save-settings.ts';
import { usePersonRules } from '../fields/use-person-rules.ts';
import { useSaving } from '../use-saving.ts';

const askFor = async ({ email, password }: { email: string; password: string }): Promise<void> => {
  await call(accountsCalls.changeEmail, { body: { email: email.trim(), password } });
  await accountChanged();
};

/** Another address: it counts once its owner followed the link. */
export function EmailDialog({ profile, onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  const { email } = usePersonRules();
  const form = useForm({
    initialValues: { email: profile.pendingEmail ?? '', password: '' },
    validate: { email, password: (value: string) => (value === '' ? t('accounts.field.passwordMissing') : null) },
  });
  const save = useSaving(askFor, onClose, t('accounts.dialogs.emailSent'));
  const fields = save.error === null ? {} : failedFieldsOf(save.error, t);
  return (
    <FormDialog
      title={t('accounts.dialogs.email')}
      lead={t('accounts.dialogs.emailLead')}
      submitLabel={t('accounts.dialogs.emailSubmit')}
      isBusy={save.isPending}
      failure={Object.keys(fields).length === 0 ? save.error : null}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <OutboxNotice />
      <TextInput
        type="email"
        label={t('accounts.field.email')}
        autoComplete="email"
        inputMode="email"
        dir="ltr"
        maxLength={254}
        data-autofocus
        {...form.getInputProps('email')}
        error={form.errors['email'] ?? fields['email']}
      />
      <PasswordInput
        label={t('accounts.field.currentPassword')}
        autoComplete="current-password"
        dir="ltr"
        visibilityToggleButtonProps={{ 'aria-label': t('common.account.showPassword') }}
        {...form.getInputProps('password')}
        error={form.errors['password'] ?? fields['password']}
      />
    </FormDialog>
  );
}
