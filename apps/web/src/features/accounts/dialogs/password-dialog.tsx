import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import type { AccountDialogProps } from './account-dialog-props.ts';
import { failedFieldsOf } from '../fields/failed-fields-of.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { PasswordField } from '../fields/password-field.tsx';
import { usePersonRules } from '../fields/use-person-rules.ts';
import { useSaving } from '../use-saving.ts';

/** Another password; every other session of the account ends. */
export function PasswordDialog({ profile, onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const rules = usePersonRules();
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: {
      currentPassword: (value: string) => (value === '' ? t('accounts.field.passwordMissing') : null),
      newPassword: rules.password,
    },
  });
  const change = async (body: { currentPassword: string; newPassword: string }): Promise<void> => {
    await call(accountsCalls.changePassword, { body });
    await client.invalidateQueries({ queryKey: callKey(accountsCalls.listSessions) });
  };
  const save = useSaving(change, onClose, t('accounts.dialogs.passwordSaved'));
  const fields = save.error === null ? {} : failedFieldsOf(save.error, t);
  const known = [profile.email, profile.firstName, profile.lastName];
  const newField = form.getInputProps('newPassword');
  return (
    <FormDialog
      title={t('accounts.dialogs.password')}
      lead={t('accounts.dialogs.passwordLead')}
      isBusy={save.isPending}
      failure={Object.keys(fields).length === 0 ? save.error : null}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
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
        error={form.errors['currentPassword'] ?? fields['currentPassword']}
      />
      <PasswordField
        label={t('accounts.field.newPassword')}
        value={form.values.newPassword}
        known={known}
        field={newField}
      />
    </FormDialog>
  );
}
