import type { AlertOutcome } from '@sightline/contracts/alerts/alert';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { useMutation } from '@tanstack/react-query';
import { refreshSoon } from '../../../platform/api/cached-items.ts';
import { call, callKey, callQuery } from '../../../platform/api/client.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { translate } from '../../../platform/i18n/i18n.ts';
import { toastFailure, toastSuccess } from '../../../ui/toasts/toast.tsx';

/** What is collapsed in the queue. */
export const alertFloods = () => callQuery(alertsCalls.floods, {});

/** Ends what waits of a flood, piece by piece. */
export const useEndFlood = (id: string) =>
  useMutation({
    mutationFn: async (outcome: AlertOutcome): Promise<number> => {
      let all = 0;
      for (;;) {
        const { ended, isMore } = await call(alertsCalls.floodDone, { params: { id }, body: { outcome } });
        all += ended;
        if (!isMore) return all;
      }
    },
    onSuccess: (count) => toastSuccess({ title: translate('alerts.flood.done', { count, shown: formatCount(count) }) }),
    onError: (failure) => toastFailure(translate('alerts.flood.failed'), failure),
    onSettled: () => {
      for (const key of [alertsCalls.floods, alertsCalls.queue, alertsCalls.counts]) refreshSoon(callKey(key));
    },
  });
