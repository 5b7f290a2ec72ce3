import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../../ui/forms/optional-label.tsx';
import { Grid } from '../../../ui/layout/grid.tsx';

interface NameFieldsProps {
  firstName: GetInputPropsReturnType;
  lastName: GetInputPropsReturnType;
}

/** The names of whoever makes an account. */
export function NameFields({ firstName, lastName }: NameFieldsProps) {
  const { t } = useTranslation();
  return (
    <Grid columns={2} gap={16} align="end">
      <TextInput
        label={t('accounts.field.firstName')}
        autoComplete="given-name"
        maxLength={120}
        autoFocus
        {...firstName}
      />
      <TextInput
        label={<OptionalLabel>{t('accounts.field.lastName')}</OptionalLabel>}
        autoComplete="family-name"
        maxLength={120}
        {...lastName}
      />
    </Grid>
  );
}

interface AddressFieldProps {
  field: GetInputPropsReturnType;
  /** Where it is more than the address of the account. */
  label?: string;
  /** What browsers fill in; the name that one signs in with. */
  autoComplete?: 'username' | 'email';
  isFirst?: boolean;
}

/** An e-mail address. */
export function AddressField({ field, label, autoComplete = 'username', isFirst = false }: AddressFieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      type="email"
      label={label ?? t('accounts.field.email')}
      autoComplete={autoComplete}
      inputMode="email"
      dir="ltr"
      maxLength={254}
      autoFocus={isFirst}
      {...field}
    />
  );
}
