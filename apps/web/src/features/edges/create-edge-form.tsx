import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import classes from '../../ui/forms/form.module.css';

/** Names the first core of a site, inside the guide. */
export function CreateEdgeForm({ locationId }: { locationId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { name: t('edges.form.nameFirst') },
    validate: { name: (value) => (value.trim() === '' ? t('edges.form.nameMissing') : null) },
  });
  const create = useMutation({
    mutationFn: ({ name }: { name: string }) => call(edgesCalls.create, { body: { name: name.trim(), locationId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: callKey(edgesCalls.list) }),
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <TextInput label={t('edges.form.name')} maxLength={120} autoFocus {...form.getInputProps('name')} />
      {create.error !== null && <FormFailure failure={create.error} />}
      <div className={classes.actions}>
        <Button type="submit" loading={create.isPending}>
          {t('common.actions.continue')}
        </Button>
      </div>
    </form>
  );
}
