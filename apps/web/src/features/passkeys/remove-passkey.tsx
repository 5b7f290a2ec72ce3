import { PasswordInput } from '@mantine/core';
import type { Passkey } from '@sightline/contracts/passkeys/passkey';
import { passkeysCalls } from '@sightline/contracts/passkeys/passkeys.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';

interface RemovePasskeyProps {
  passkey: Passkey;
  needsPassword: boolean;
  onClose: () => void;
}

/** Takes a passkey out of the account; the device may go on showing it, and is refused. */
export function RemovePasskey({ passkey, needsPassword, onClose }: RemovePasskeyProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { password: '' },
    validate: { password: (value) => (needsPassword && value === '' ? t('passkeys.add.passwordMissing') : null) },
    send: ({ password }) =>
      call(passkeysCalls.remove, { params: { id: passkey.id }, body: needsPassword ? { password } : {} }),
    onDone: async () => {
      await client.invalidateQueries({ queryKey: callKey(passkeysCalls.list) });
      toastSuccess({ title: t('passkeys.remove.done') });
      onClose();
    },
    atField: { password_wrong: 'password' },
  });
  return (
    <FormDialog
      title={t('passkeys.remove.title', { name: passkey.name })}
      lead={t('passkeys.remove.text')}
      submitLabel={t('passkeys.remove.confirm')}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {needsPassword && (
        <PasswordInput
          label={t('passkeys.add.password')}
          autoComplete="current-password"
          dir="ltr"
          required
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t('common.account.showPassword') }}
          {...form.getInputProps('password')}
        />
      )}
    </FormDialog>
  );
}
