import type { Door } from '@sightline/contracts/doors/door';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { toastFailure, toastSuccess } from '../../ui/toasts/toast.tsx';
import { refreshDoors } from './door-queries.ts';

/** The one row whose name is being edited, and what can be done with it. */
export interface InlineName {
  id: string | null;
  name: string;
  isSaving: boolean;
  begin: (door: Door) => void;
  change: (name: string) => void;
  cancel: () => void;
  save: () => void;
  /** Enter saves, Escape leaves it as it was. */
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Editing names in the table, one row at a time. */
export function useInlineName(): InlineName {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [edited, setEdited] = useState<Door | null>(null);
  const [name, setName] = useState('');
  const saving = useMutation({
    mutationFn: ({ id, revision }: Door) =>
      call(doorsCalls.update, { params: { id }, body: { newName: name.trim(), isSaved: true, revision } }),
    onSuccess: async (saved) => {
      setEdited(null);
      toastSuccess({ title: t('doors.edit.done', { name: saved.name }) });
      await refreshDoors(client);
    },
    onError: async (failure) => {
      toastFailure(t('doors.edit.failed'), failure);
      // Somebody else may have changed the row: what is shown below is then read anew.
      await refreshDoors(client);
    },
  });
  const cancel = (): void => setEdited(null);
  const save = (): void => {
    if (edited !== null && name.trim() !== '' && !saving.isPending) saving.mutate(edited);
  };
  return {
    id: edited?.id ?? null,
    name,
    isSaving: saving.isPending,
    begin: (door) => {
      setName(door.name);
      setEdited(door);
    },
    change: setName,
    cancel,
    save,
    onKeyDown: (event) => {
      if (event.key === 'Escape') cancel();
      if (event.key === 'Enter') save();
    },
  };
}
