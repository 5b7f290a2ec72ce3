import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { timeZones } from './time-zones.ts';

const shownAtOnce = 60;

/** The zone in which times of a site are shown. */
export function TimeZoneField(
  props: Pick<SelectProps, 'value' | 'onChange' | 'error' | 'disabled' | 'onFocus' | 'onBlur'>,
) {
  const { t } = useTranslation();
  const zones = useMemo(() => timeZones(), []);
  return (
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
      {...props}
    />
  );
}
