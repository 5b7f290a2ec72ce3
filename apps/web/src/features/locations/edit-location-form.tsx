import { Button } from '@mantine/core';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { Location } from '@sightline/contracts/locations/location';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import classes from '../../ui/forms/form.module.css';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { LocationFields } from './location-fields.tsx';
import { locationInputOf, useLocationForm, type LocationValues } from './use-location-form.ts';

/** Changes a site. */
export function EditLocationForm({ location }: { location: Location }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useLocationForm(location);
  const save = useMutation({
    mutationFn: (values: LocationValues) => call(locationsCalls.update, { params: { id: location.id }, body: locationInputOf(values, location.parentId) }),
    onSuccess: async (saved, values) => {
      form.resetDirty(values);
      client.setQueryData(callKey(locationsCalls.get, { params: { id: location.id } }), saved);
      // The site's name and zone are part of its cameras too.
      await client.invalidateQueries();
      toastSuccess({ title: t('locations.edit.saved') });
    },
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
      <UnsavedGuard isDirty={() => form.isDirty()} />
      <LocationFields form={form} />
      {save.error !== null && <FormFailure failure={save.error} />}
      {location.can.edit && (
        <div className={classes.actions}>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('common.actions.save')}
          </Button>
        </div>
      )}
    </form>
  );
}
