import { Select, Switch, TextInput } from '@mantine/core';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { EdgeInput } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';

interface AddEdgeDialogProps {
  locations: readonly Location[];
  onClose: () => void;
}

/** Makes a core and goes to its page, where it is paired. */
export function AddEdgeDialog({ locations, onClose }: AddEdgeDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { name: '', locationId: locations[0]?.id ?? '', hosted: false },
    validate: { name: (value) => (value.trim() === '' ? t('edges.form.nameMissing') : null) },
    send: (values: EdgeInput) => call(edgesCalls.create, { body: { ...values, name: values.name.trim() } }),
    onDone: async (edge) => {
      await client.invalidateQueries({ queryKey: callKey(edgesCalls.list) });
      onClose();
      await navigate({ to: '/edge-edit/$edgeId', params: { edgeId: edge.id } });
    },
  });
  return (
    <FormDialog
      title={t('edges.add.action')}
      width={400}
      submitLabel={t('edges.add.action')}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput
        label={t('edges.form.name')}
        placeholder={t('edges.form.nameExample')}
        maxLength={120}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Select
        label={t('edges.form.site')}
        data={locations.map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        {...form.getInputProps('locationId')}
      />
      <Switch
        label={t('edges.form.hosted')}
        description={t('edges.form.hostedHint')}
        {...form.getInputProps('hosted', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
