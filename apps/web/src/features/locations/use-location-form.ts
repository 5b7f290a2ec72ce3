import { useForm } from '@mantine/form';
import type { Location, LocationInput } from '@sightline/contracts/locations/location';
import { useTranslation } from 'react-i18next';
import { ownTimeZone } from './time-zones.ts';

/** What the form holds; an empty address is none. */
export interface LocationValues {
  name: string;
  timeZone: string;
  address: string;
}

/** The form of a site, filled from `location` when there is one. */
export const useLocationForm = (location?: Location) => {
  const { t } = useTranslation();
  return useForm<LocationValues>({
    initialValues: { name: location?.name ?? '', timeZone: location?.timeZone ?? ownTimeZone(), address: location?.address ?? '' },
    validate: { name: (value) => (value.trim() === '' ? t('locations.form.nameMissing') : null) },
  });
};

/** Values as the contract wants them. */
export const locationInputOf = (values: LocationValues, parentId: string | null): LocationInput => ({
  name: values.name.trim(),
  timeZone: values.timeZone,
  address: values.address.trim() === '' ? null : values.address.trim(),
  parentId,
});
