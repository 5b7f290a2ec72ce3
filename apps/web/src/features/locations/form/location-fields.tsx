import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../../ui/forms/optional-label.tsx';
import type { LocationValues } from './location-values.ts';
import { TimeZoneField } from './time-zone-field.tsx';

interface LocationFieldsProps {
  form: UseFormReturnType<LocationValues>;
  autoFocus?: boolean;
  isDisabled?: boolean;
}

/** Fields of a site: name, zone in which its times are shown, address. */
export function LocationFields({ form, autoFocus = false, isDisabled = false }: LocationFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('locations.form.name')}
        placeholder={t('locations.form.nameExample')}
        maxLength={100}
        autoFocus={autoFocus}
        data-autofocus
        disabled={isDisabled}
        {...form.getInputProps('name')}
      />
      <TimeZoneField disabled={isDisabled} {...form.getInputProps('timeZone')} />
      <TextInput
        label={<OptionalLabel>{t('locations.form.address')}</OptionalLabel>}
        maxLength={300}
        disabled={isDisabled}
        {...form.getInputProps('address')}
      />
    </>
  );
}
