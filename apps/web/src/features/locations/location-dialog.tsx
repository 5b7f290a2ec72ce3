import { Button } from '@mantine/core';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import classes from '../../ui/forms/form.module.css';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { LocationFields } from './location-fields.tsx';
import { locationInputOf, useLocationForm, type LocationValues } from './use-location-form.ts';

/** Makes a site. */
export function LocationDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useLocationForm();
  const create = useMutation({
    mutationFn: (values: LocationValues) => call(locationsCalls.create, { body: locationInputOf(values, null) }),
    onSuccess: async (site) => {
      await client.invalidateQueries({ queryKey: callKey(locationsCalls.list) });
      toastSuccess({ title: t('locations.add.done', { name: site.name }) });
      onClose();
    },
  });
  return (
    <Dialog title={t('locations.add.action')} onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <div className={classes.form}>
          <LocationFields form={form} />
          {create.error !== null && <FormFailure failure={create.error} />}
        </div>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('locations.add.action')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
