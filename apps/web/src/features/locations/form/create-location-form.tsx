import { Button } from '@mantine/core';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
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
    <Form onSubmit={form.onSubmit((values) => create.mutate(values))}>
      <LocationFields form={form} autoFocus />
      {create.error !== null && <FormFailure failure={create.error} />}
      <FormActions>
        <Button type="submit" loading={create.isPending}>
          {t('common.actions.continue')}
        </Button>
      </FormActions>
    </Form>
  );
}
