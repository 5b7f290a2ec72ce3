import { useForm } from '@mantine/form';
import type { Location } from '@sightline/contracts/locations/location';
import { useTranslation } from 'react-i18next';
import { isWrongCoordinate, locationValuesOf, type LocationValues } from './location-values.ts';
import { ownTimeZone } from './time-zones.ts';

/** The form of a site, filled from `location` when there is one. What is wrong is said while it is typed. */
export const useLocationForm = (location?: Location) => {
  const { t } = useTranslation();
  const degrees = (field: 'lat' | 'lon') => (_value: string, values: LocationValues) =>
    isWrongCoordinate(values, field) ? t(`locations.form.${field}Wrong`) : null;
  return useForm<LocationValues>({
    initialValues: locationValuesOf(location, ownTimeZone()),
    validateInputOnChange: true,
    validate: {
      name: (value) => (value.trim() === '' ? t('locations.form.nameMissing') : null),
      lat: degrees('lat'),
      lon: degrees('lon'),
    },
  });
};
