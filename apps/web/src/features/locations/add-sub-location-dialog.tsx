import { TextInput } from '@mantine/core';
import { homeCalls } from '@sightline/contracts/home/home.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';

interface AddSubLocationDialogProps {
  parent: { id: string; name: string; timeZone: string };
  onClose: () => void;
}

/** Makes a part of a site: its name is all that is asked, its zone is that of the site. */
export function AddSubLocationDialog({ parent, onClose }: AddSubLocationDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [wasTried, setTried] = useState(false);
  const create = useMutation({
    mutationFn: () => call(locationsCalls.create, { body: { name, parentId: parent.id, timeZone: parent.timeZone } }),
    onSuccess: (made) => {
      toastSuccess({ title: t('locations.add.done', { name: made.name }) });
      void client.invalidateQueries({ queryKey: callKey(homeCalls.locations) });
      void client.invalidateQueries({ queryKey: callKey(locationsCalls.list) });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== '') create.mutate();
  };
  return (
    <FormDialog
      title={t('locations.sub.addTitle', { name: parent.name })}
      lead={t('locations.sub.addText')}
      submitLabel={t('locations.sub.add')}
      isBusy={create.isPending}
      failure={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('locations.sub.name')}
        placeholder={t('locations.sub.nameExample')}
        maxLength={100}
        value={name}
        error={wasTried && name.trim() === '' ? t('locations.form.nameMissing') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
