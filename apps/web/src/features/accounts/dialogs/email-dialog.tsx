import { PasswordInput, TextInput } from '@mantine/core';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import type { AccountDialogProps } from './account-dialog-props.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { OutboxNotice } from '../entry/outbox-notice.tsx';
import { accountChanged } from '../save-settings.ts';
import { usePersonRules } from '../fields/use-person-rules.ts';
import { useSaved } from '../use-saved.ts';

const askFor = async ({ email, password }: { email: string; password: string }): Promise<void> => {
  await call(accountsCalls.changeEmail, { body: { email: email.trim(), password } });
  await accountChanged();
};

/** Another address: it counts once its owner followed the link. */
export function EmailDialog({ profile, onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  const { email } = usePersonRules();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { email: profile.pendingEmail ?? '', password: '' },
    validate: { email, password: (value: string) => (value === '' ? t('accounts.field.passwordMissing') : null) },
    send: askFor,
    atField: { email_taken: 'email', password_wrong: 'password' },
    onDone: useSaved(onClose, t('accounts.dialogs.emailSent')),
  });
  return (
    <FormDialog
      title={t('accounts.dialogs.email')}
      lead={t('accounts.dialogs.emailLead')}
      submitLabel={t('accounts.dialogs.emailSubmit')}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
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
      />
      <PasswordInput
        label={t('accounts.field.currentPassword')}
        autoComplete="current-password"
        dir="ltr"
        visibilityToggleButtonProps={{ 'aria-label': t('common.account.showPassword') }}
        {...form.getInputProps('password')}
      />
    </FormDialog>
  );
}
