import { PasswordInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from './optional-label.tsx';

/** An account of a device. */
export interface Account {
  username: string;
  password: string;
}

interface AccountFieldsProps {
  value: Account;
  /** Without a user name nothing can be done. */
  needsUsername?: boolean;
  /** A password is stored: leaving the field empty keeps it. */
  hasPassword?: boolean;
  /** What a form gives its fields beside the value: what is wrong, and by which name it finds them. */
  inputs?: Record<'username' | 'password', { error?: ReactNode }>;
  onChange: (value: Account) => void;
}

/** User name and password of a device, or of several; what may stay empty says so. */
export function AccountFields({
  value,
  needsUsername = false,
  hasPassword = false,
  inputs,
  onChange,
}: AccountFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        {...inputs?.username}
        label={
          needsUsername ? t('common.account.username') : <OptionalLabel>{t('common.account.username')}</OptionalLabel>
        }
        dir="ltr"
        autoComplete="off"
        maxLength={200}
        value={value.username}
        onChange={(event) => onChange({ username: event.currentTarget.value, password: value.password })}
      />
      <PasswordInput
        {...inputs?.password}
        label={<OptionalLabel>{t('common.account.password')}</OptionalLabel>}
        placeholder={hasPassword ? t('common.account.passwordStored') : ''}
        dir="ltr"
        autoComplete="new-password"
        maxLength={200}
        visibilityToggleButtonProps={{ 'aria-label': t('common.account.showPassword') }}
        value={value.password}
        onChange={(event) => onChange({ username: value.username, password: event.currentTarget.value })}
      />
    </>
  );
}
