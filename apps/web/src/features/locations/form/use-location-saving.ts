import type { UseFormReturnType } from '@mantine/form';
import type { Location, LocationUpdate } from '@sightline/contracts/locations/location';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { fieldErrorsOf } from './location-field-errors.ts';

interface SavingDeps<V> {
  valuesOf: (location: Location) => V;
  bodyOf: (values: V) => Omit<LocationUpdate, 'id' | 'revision'>;
}

/** Saves a form about a site. The revision that was shown goes along, so that nothing of others is overwritten unseen. */
export const useLocationSaving = <V extends object>(
  location: Location,
  form: UseFormReturnType<V>,
  { valuesOf, bodyOf }: SavingDeps<V>,
) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [base, setBase] = useState(location);
  const show = (next: Location): void => {
    setBase(next);
    form.setInitialValues(valuesOf(next));
    form.setValues(valuesOf(next));
    form.clearErrors();
  };
  useEffect(() => {
    // What somebody else saved is shown, unless something was typed here: then that stays, and saving tells of the conflict.
    if (location.revision > base.revision && !form.isDirty()) show(location);
  });
  const save = useMutation({
    mutationFn: (values: V) =>
      call(locationsCalls.update, {
        params: { id: location.id },
        body: { id: location.id, ...bodyOf(values), revision: base.revision },
      }),
    onSuccess: (saved) => {
      show(saved);
      client.setQueryData(callKey(locationsCalls.get, { params: { id: location.id } }), saved);
      toastSuccess({ title: t('locations.edit.saved') });
      // The site's name and zone are part of its cameras too. Not waited for: cores are asked as well, and may take their time.
      void client.invalidateQueries();
    },
    onError: (failure) => form.setErrors(fieldErrorsOf(failure, t)),
  });
  const reload = useMutation({
    mutationFn: () => call(locationsCalls.get, { params: { id: location.id } }),
    onSuccess: (read) => {
      client.setQueryData(callKey(locationsCalls.get, { params: { id: location.id } }), read);
      save.reset();
      show(read);
    },
  });
  return { save, reload, canSave: location.can.edit && form.isDirty() && form.isValid() };
};
