import { PasswordInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../ui/forms/optional-label.tsx';

/** An account of a device. */
export interface Account {
  username: string;
  password: string;
}

interface AccountFieldsProps {
  value: Account;
  onChange: (value: Account) => void;
}

/** User name and password of a device, or of several. */
export function AccountFields({ value, onChange }: AccountFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={<OptionalLabel>{t('cameras.form.username')}</OptionalLabel>}
        dir="ltr"
        autoComplete="off"
        maxLength={200}
        value={value.username}
        onChange={(event) => onChange({ ...value, username: event.currentTarget.value })}
      />
      <PasswordInput
        label={<OptionalLabel>{t('cameras.form.password')}</OptionalLabel>}
        dir="ltr"
        autoComplete="new-password"
        maxLength={200}
        visibilityToggleButtonProps={{ 'aria-label': t('sessions.signIn.showPassword') }}
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
      />
    </>
  );
}
