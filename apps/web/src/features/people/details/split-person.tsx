import { TextInput } from '@mantine/core';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import type { Person } from '@sightline/contracts/people/person';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { useRereadPeople } from '../people-queries.ts';
import classes from '../people.module.css';

/** Some faces of a person, and what to do then. */
export interface ChosenFaces {
  person: Pick<Person, 'id' | 'name'>;
  faceIds: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

/** Two people were taken for one: the chosen faces become somebody new, with the sightings that are more like these. */
export function SplitPerson({ person, faceIds, onClose, onDone }: ChosenFaces) {
  const { t } = useTranslation();
  const reread = useRereadPeople();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { name: '' },
    validate: { name: (name: string) => (name.trim() === '' ? t('people.form.nameMissing') : null) },
    send: ({ name }) => call(peopleCalls.split, { params: { id: person.id }, body: { faceIds: [...faceIds], name } }),
    onDone: async ({ name }) => {
      toastSuccess({ title: t('people.split.done', { name }) });
      onDone();
      await reread();
    },
  });
  return (
    <FormDialog
      title={t('people.split.title')}
      width={400}
      submitLabel={t('people.split.action')}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p className={classes.text}>{t('people.split.text', { count: faceIds.length, name: person.name })}</p>
      <TextInput required label={t('people.split.name')} maxLength={120} {...form.getInputProps('name')} />
    </FormDialog>
  );
}
