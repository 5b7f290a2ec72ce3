import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { OptionalLabel } from '../../ui/forms/optional-label.tsx';
import type { LocationValues } from './use-location-form.ts';
import { timeZones } from './time-zones.ts';

const shownAtOnce = 60;

/** Fields of a site: name, zone in which its times are shown, address. */
export function LocationFields({ form, autoFocus = false }: { form: UseFormReturnType<LocationValues>; autoFocus?: boolean }) {
  const { t } = useTranslation();
  const zones = useMemo(() => timeZones(), []);
  return (
    <>
      <TextInput
        label={t('locations.form.name')}
        placeholder={t('locations.form.nameExample')}
        maxLength={120}
        autoFocus={autoFocus}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label={t('locations.form.timeZone')}
        description={t('locations.form.timeZoneHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={zones}
        limit={shownAtOnce}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('locations.form.timeZoneNone')}
        dir="ltr"
        {...form.getInputProps('timeZone')}
      />
      <TextInput label={<OptionalLabel>{t('locations.form.address')}</OptionalLabel>} maxLength={300} {...form.getInputProps('address')} />
    </>
  );
}
