import { Button, TextInput } from '@mantine/core';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';

/** Names the first core of a site, inside the guide. */
export function CreateEdgeForm({ locationId }: { locationId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { name: t('edges.form.nameFirst') },
    validate: { name: (value) => (value.trim() === '' ? t('edges.form.nameMissing') : null) },
    send: ({ name }) => call(edgesCalls.create, { body: { name: name.trim(), locationId } }),
    onDone: () => client.invalidateQueries({ queryKey: callKey(edgesCalls.list) }),
  });
  return (
    <Form onSubmit={onSubmit}>
      <TextInput label={t('edges.form.name')} maxLength={120} autoFocus {...form.getInputProps('name')} />
      {failure !== null && <FormFailure failure={failure} />}
      <FormActions>
        <Button type="submit" loading={isSending}>
          {t('common.actions.continue')}
        </Button>
      </FormActions>
    </Form>
  );
}
