import type { AttentionItem, AttentionList } from '@sightline/contracts/attention/attention';
import { attentionCalls } from '@sightline/contracts/attention/attention.api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey, callQuery } from '../../platform/api/client.ts';
import { toastFailure } from '../../ui/toasts/toast.tsx';

/** What no message tells: load, disks and clocks. */
const againMs = 30_000;

/** What needs the person who looks. */
export const useAttention = () => useQuery({ ...callQuery(attentionCalls.list, {}), refetchInterval: againMs });

/** Marks as seen what is over; it leaves the list at once, and comes back where that fails. */
export const useMarkSeen = (): ((items: readonly AttentionItem[]) => void) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const key = callKey(attentionCalls.list);
  const { mutate } = useMutation({
    mutationFn: (items: readonly AttentionItem[]) =>
      call(attentionCalls.markSeen, {
        body: { items: items.map(({ key: itemKey, knownUtcMs }) => ({ key: itemKey, knownUtcMs })) },
      }),
    onMutate: async (items) => {
      await client.cancelQueries({ queryKey: key });
      const gone = new Set(items.map((item) => item.key));
      client.setQueriesData<AttentionList>({ queryKey: key }, (list) =>
        list === undefined
          ? list
          : { ...list, items: list.items.filter((item) => !gone.has(item.key)), total: list.total - gone.size },
      );
    },
    onError: (failure) => toastFailure(t('attention.seenFailed'), failure),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return mutate;
};
