import { PasswordInput } from '@mantine/core';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import type { AccountDialogProps } from './account-dialog-props.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { PasswordField } from '../fields/password-field.tsx';
import { usePersonRules } from '../fields/use-person-rules.ts';
import { useSaved } from '../use-saved.ts';

/** Another password; every other session of the account ends. */
export function PasswordDialog({ profile, onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const rules = usePersonRules();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (value: string) => (value === '' ? t('accounts.field.passwordMissing') : null),
      newPassword: rules.password,
    },
    send: async (body) => {
      await call(accountsCalls.changePassword, { body });
      await client.invalidateQueries({ queryKey: callKey(accountsCalls.listSessions) });
    },
    atField: { password_wrong: 'currentPassword', password_too_weak: 'newPassword' },
    onDone: useSaved(onClose, t('accounts.dialogs.passwordSaved')),
  });
  const known = [profile.email, profile.firstName, profile.lastName];
  return (
    <FormDialog
      title={t('accounts.dialogs.password')}
      lead={t('accounts.dialogs.passwordLead')}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <input type="email" name="username" autoComplete="username" value={profile.email} readOnly hidden />
      <PasswordInput
        label={t('accounts.field.currentPassword')}
        autoComplete="current-password"
        dir="ltr"
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': t('common.account.showPassword') }}
        {...form.getInputProps('currentPassword')}
      />
      <PasswordField
        label={t('accounts.field.newPassword')}
        value={form.values.newPassword}
        known={known}
        field={form.getInputProps('newPassword')}
      />
    </FormDialog>
  );
}
