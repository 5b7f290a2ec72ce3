import { Button, TextInput } from '@mantine/core';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import type { UnsavedPerson } from '@sightline/contracts/people/person';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { Stack } from '../../../ui/layout/stack.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { FacePicture } from '../face-picture.tsx';
import { useRereadPeople } from '../people-queries.ts';
import { PersonPicker } from './person-picker.tsx';

interface SaveUnsavedProps {
  unsaved: UnsavedPerson;
  onClose: () => void;
}

/** Says who an unsaved person is: somebody new, or somebody who is in the directory already. */
export function SaveUnsaved({ unsaved, onClose }: SaveUnsavedProps) {
  const { t } = useTranslation();
  const reread = useRereadPeople();
  const { bucketId } = unsaved;
  const [isPicking, setIsPicking] = useState(false);
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { name: '' },
    validate: { name: (name: string) => (name.trim() === '' ? t('people.form.nameMissing') : null) },
    send: ({ name }) => call(peopleCalls.create, { body: { name, bucketId } }),
    onDone: async ({ name }) => {
      toastSuccess({ title: t('people.add.done', { name }) });
      onClose();
      await reread();
    },
  });
  const merge = useMutation({
    mutationFn: (personId: string) => call(peopleCalls.merge, { body: { bucketId, personId } }),
    onSuccess: async ({ name }) => {
      toastSuccess({ title: t('people.merge.done', { name }) });
      onClose();
      await reread();
    },
  });
  if (isPicking)
    return (
      <PersonPicker
        isBusy={merge.isPending}
        failure={merge.error}
        onChoose={(personId) => merge.mutate(personId)}
        onClose={() => setIsPicking(false)}
      />
    );
  return (
    <Dialog title={t('people.unsaved.saveTitle')} width={400} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap={16}>
          <FacePicture url={unsaved.photo} />
          <TextInput label={t('people.form.name')} maxLength={120} {...form.getInputProps('name')} />
          {failure !== null && <FormFailure failure={failure} />}
        </Stack>
        <DialogActions>
          <Button variant="default" onClick={() => setIsPicking(true)}>
            {t('people.unsaved.toExisting')}
          </Button>
          <Button type="submit" loading={isSending}>
            {t('people.unsaved.asNew')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
