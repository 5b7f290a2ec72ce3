import { Button, TextInput } from '@mantine/core';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { Edge } from '@sightline/contracts/edges/edge';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';

/** Renames a core. */
export function RenameEdgeForm({ edge }: { edge: Edge }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { name: edge.name },
    validate: { name: (value) => (value.trim() === '' ? t('edges.form.nameMissing') : null) },
    send: ({ name }) => call(edgesCalls.update, { params: { id: edge.id }, body: { name: name.trim() } }),
    onDone: async (saved, values) => {
      form.resetDirty(values);
      client.setQueryData(callKey(edgesCalls.get, { params: { id: edge.id } }), saved);
      await client.invalidateQueries({ queryKey: callKey(edgesCalls.list) });
      toastSuccess({ title: t('edges.form.saved') });
    },
  });
  return (
    <Form onSubmit={onSubmit}>
      <UnsavedGuard isDirty={() => form.isDirty()} />
      <TextInput label={t('edges.form.name')} maxLength={120} {...form.getInputProps('name')} />
      {failure !== null && <FormFailure failure={failure} />}
      <FormActions>
        <Button type="submit" variant="default" loading={isSending} disabled={!form.isDirty()}>
          {t('common.actions.save')}
        </Button>
      </FormActions>
    </Form>
  );
}
