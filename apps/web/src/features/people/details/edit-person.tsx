import { TextInput } from '@mantine/core';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import type { Person } from '@sightline/contracts/people/person';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { useRereadPeople } from '../people-queries.ts';

/** Changes name and note of a person. */
export function EditPerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const { t } = useTranslation();
  const reread = useRereadPeople();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { name: person.name, note: person.note },
    validate: { name: (name: string) => (name.trim() === '' ? t('people.form.nameMissing') : null) },
    send: ({ name, note }) =>
      call(peopleCalls.update, { params: { id: person.id }, body: { name, note, revision: person.revision } }),
    onDone: async ({ name }) => {
      toastSuccess({ title: t('people.edit.done', { name }) });
      onClose();
      await reread();
    },
  });
  return (
    <FormDialog
      title={t('people.edit.title')}
      width={400}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput label={t('people.form.name')} maxLength={120} {...form.getInputProps('name')} />
      <TextInput label={t('people.form.note')} maxLength={200} {...form.getInputProps('note')} />
    </FormDialog>
  );
}
