import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { fieldErrorsOf } from './location-field-errors.ts';
import { createInStore } from '../location-store.ts';
import { locationInputOf, type LocationValues } from './location-values.ts';
import { useLocationForm } from './use-location-form.ts';

/** The form of a new site and its making; `onCreated` is told its id. */
export const useCreateLocation = (onCreated: (id: string) => void) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useLocationForm();
  const create = useMutation({
    mutationFn: async (values: LocationValues) => {
      const made = await call(locationsCalls.create, { body: locationInputOf(values) });
      return createInStore(client, made);
    },
    onSuccess: (made, values) => {
      form.resetDirty(values);
      toastSuccess({ title: t('locations.add.done', { name: made.name }) });
      void client.invalidateQueries({ queryKey: callKey(locationsCalls.list) });
      onCreated(made.id);
    },
    onError: (failure) => form.setErrors(fieldErrorsOf(failure, t)),
  });
  return { form, create };
};
