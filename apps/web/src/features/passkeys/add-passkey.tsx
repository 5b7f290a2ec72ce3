import { PasswordInput, TextInput } from '@mantine/core';
import { passkeysCalls } from '@sightline/contracts/passkeys/passkeys.api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { makePasskey } from '../../platform/passkeys/passkey-browser.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import classes from './passkeys.module.css';

interface AddPasskeyProps {
  needsPassword: boolean;
  onClose: () => void;
}

/** Adds a passkey: a name and the password here, then the device asks for finger, face or its lock. */
export function AddPasskey({ needsPassword, onClose }: AddPasskeyProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [untold, setUntold] = useState<'gaveUp' | 'isKnown' | null>(null);
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { name: t('passkeys.add.nameExample'), password: '' },
    validate: {
      name: (value) => (value.trim() === '' ? t('passkeys.add.nameMissing') : null),
      password: (value) => (needsPassword && value === '' ? t('passkeys.add.passwordMissing') : null),
    },
    send: async ({ name, password }) => {
      setUntold(null);
      const asked = await call(passkeysCalls.begin, { body: needsPassword ? { password } : {} });
      const answer = await makePasskey(asked);
      if (!('response' in answer)) {
        setUntold('isKnown' in answer ? 'isKnown' : 'gaveUp');
        return null;
      }
      const { ceremony } = asked;
      return call(passkeysCalls.create, { body: { ceremony, name: name.trim(), response: answer.response } });
    },
    onDone: async (made) => {
      if (made === null) return;
      await client.invalidateQueries({ queryKey: callKey(passkeysCalls.list) });
      toastSuccess({ title: t('passkeys.add.added') });
      onClose();
    },
    atField: { password_wrong: 'password' },
  });
  return (
    <FormDialog
      title={t('passkeys.add.title')}
      lead={t('passkeys.add.lead')}
      submitLabel={t('passkeys.add.continue')}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput label={t('passkeys.add.name')} maxLength={120} required {...form.getInputProps('name')} />
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
      {untold !== null && (
        <p className={classes.untold} role="alert">
          {t(`passkeys.add.${untold}`)}
        </p>
      )}
    </FormDialog>
  );
}
