import { mfaCalls } from '@sightline/contracts/mfa/mfa.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { withRemoving } from './removing-ids.ts';

/** Removing methods: which ones are on their way out, so that only their rows are busy. */
export const useRemovals = (onRemoved: (id: string) => void) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [removingIds, setRemoving] = useState<ReadonlySet<string>>(new Set());
  const mark = (id: string, isRemoving: boolean): void => setRemoving((ids) => withRemoving(ids, id, isRemoving));
  const removal = useMutation({
    mutationFn: ({ id, code }: { id: string; code: string }) =>
      call(mfaCalls.remove, { params: { id }, body: { code } }),
    onMutate: ({ id }) => mark(id, true),
    onSettled: (_answer, _failure, { id }) => mark(id, false),
    onSuccess: async (_answer, { id }) => {
      onRemoved(id);
      toastSuccess({ title: t('mfa.list.removed') });
      await client.invalidateQueries({ queryKey: callKey(mfaCalls.list) });
    },
  });
  return { removingIds, remove: removal.mutate, failure: removal.error, reset: removal.reset };
};
