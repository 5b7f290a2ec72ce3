import { Button } from '@mantine/core';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import classes from '../../ui/forms/form.module.css';
import { LocationFields } from './location-fields.tsx';
import { locationInputOf, type LocationValues } from './location-values.ts';
import { useLocationForm } from './use-location-form.ts';

/** Makes the first site, inside the guide. */
export function CreateLocationForm({ onCreated }: { onCreated: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useLocationForm();
  const create = useMutation({
    mutationFn: (values: LocationValues) => call(locationsCalls.create, { body: locationInputOf(values) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: callKey(locationsCalls.list) });
      onCreated();
    },
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <LocationFields form={form} autoFocus />
      {create.error !== null && <FormFailure failure={create.error} />}
      <div className={classes.actions}>
        <Button type="submit" loading={create.isPending}>
          {t('common.actions.continue')}
        </Button>
      </div>
    </form>
  );
}
