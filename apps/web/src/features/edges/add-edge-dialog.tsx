import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { EdgeInput } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import classes from '../../ui/forms/form.module.css';

interface AddEdgeDialogProps {
  locations: readonly Location[];
  onClose: () => void;
}

/** Makes a core and goes to its page, where it is paired. */
export function AddEdgeDialog({ locations, onClose }: AddEdgeDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm<EdgeInput>({
    initialValues: { name: '', locationId: locations[0]?.id ?? '', hosted: false },
    validate: { name: (value) => (value.trim() === '' ? t('edges.form.nameMissing') : null) },
  });
  const create = useMutation({
    mutationFn: (values: EdgeInput) => call(edgesCalls.create, { body: { ...values, name: values.name.trim() } }),
    onSuccess: async (edge) => {
      await client.invalidateQueries({ queryKey: callKey(edgesCalls.list) });
      onClose();
      await navigate({ to: '/edge-edit/$edgeId', params: { edgeId: edge.id } });
    },
  });
  return (
    <Dialog title={t('edges.add.action')} onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <div className={classes.form}>
          <TextInput label={t('edges.form.name')} placeholder={t('edges.form.nameExample')} maxLength={120} data-autofocus {...form.getInputProps('name')} />
          <Select
            label={t('edges.form.site')}
            data={locations.map(({ id, name }) => ({ value: id, label: name }))}
            allowDeselect={false}
            {...form.getInputProps('locationId')}
          />
          <Switch label={t('edges.form.hosted')} description={t('edges.form.hostedHint')} {...form.getInputProps('hosted', { type: 'checkbox' })} />
          {create.error !== null && <FormFailure failure={create.error} />}
        </div>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('edges.add.action')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
