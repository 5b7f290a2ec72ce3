import type { Alert, AlertDetail, AlertOutcome } from '@sightline/contracts/alerts/alert';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { patchCached, refreshSoon } from '../../platform/api/cached-items.ts';
import { call, callKey } from '../../platform/api/client.ts';
import { formatSince } from '../../platform/i18n/format-time.ts';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { toastFailure, toastUpdate } from '../../ui/toasts/toast.tsx';

/** What was done last and can be taken back. */
export interface LastDeed {
  alert: Alert;
  /** `taken`, or what the alert was said to be. */
  deed: 'taken' | AlertOutcome;
}

/** So long something can be taken back. */
const undoMs = 10_000;

/** What can be done with an alert; each answers whether it was done. Whoever comes second is told who was first. */
export interface AlertDeeds {
  /** Id of the alert about which the server is being asked. */
  busyId: string | null;
  last: LastDeed | null;
  take: (alert: Alert) => Promise<boolean>;
  end: (alert: Alert, outcome: AlertOutcome) => Promise<boolean>;
  reopen: (alert: Alert) => Promise<boolean>;
  assign: (alert: Alert, userId: string | null) => Promise<boolean>;
  undo: () => Promise<void>;
}

/** The deeds of an operator with an alert. */
export function useAlertDeeds(): AlertDeeds {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [busyId, setBusyId] = useState<string | null>(null);
  const [last, setLast] = useState<LastDeed | null>(null);
  useEffect(() => {
    if (last === null) return undefined;
    const timer = setTimeout(() => setLast(null), undoMs);
    return () => clearTimeout(timer);
  }, [last]);
  const refused = useCallback(
    (alert: Alert, thrown: unknown): void => {
      const failure = toApiError(thrown);
      refreshSoon(callKey(alertsCalls.get, { params: { id: alert.id } }));
      const { name, atUtcMs } = failure.data;
      if (failure.code === 'alert_taken' && typeof name === 'string') {
        const time = formatSince(
          typeof atUtcMs === 'number' ? atUtcMs : serverNowUtcMs(),
          serverNowUtcMs(),
          alert.timeZone,
        );
        toastUpdate({ title: t('alerts.deeds.lost', { name, time }) });
      } else toastFailure(t('alerts.deeds.failed', { number: alert.number }), failure);
    },
    [t],
  );
  const run = useCallback(
    async (alert: Alert, send: () => Promise<AlertDetail>): Promise<AlertDetail | null> => {
      setBusyId(alert.id);
      try {
        const answer = await send();
        client.setQueryData(callKey(alertsCalls.get, { params: { id: alert.id } }), answer);
        for (const lists of [callKey(alertsCalls.queue), callKey(alertsCalls.logs)])
          patchCached<Alert>({ lists, one: callKey(alertsCalls.get), id: alert.id }, (known) => ({
            ...known,
            ...answer,
            pictureUrl: known.pictureUrl ?? answer.pictureUrl,
          }));
        refreshSoon(callKey(alertsCalls.counts));
        return answer;
      } catch (thrown) {
        refused(alert, thrown);
        return null;
      } finally {
        setBusyId(null);
      }
    },
    [client, refused],
  );
  const params = (alert: Alert) => ({ params: { id: alert.id } });
  const take = async (alert: Alert): Promise<boolean> => {
    const { revision } = alert;
    const taken = await run(alert, () => call(alertsCalls.take, { ...params(alert), body: { revision } }));
    if (taken !== null) setLast({ alert: taken, deed: 'taken' });
    return taken !== null;
  };
  const end = async (alert: Alert, outcome: AlertOutcome): Promise<boolean> => {
    const { revision } = alert;
    const ended = await run(alert, () => call(alertsCalls.done, { ...params(alert), body: { revision, outcome } }));
    if (ended !== null) setLast({ alert: ended, deed: outcome });
    return ended !== null;
  };
  const reopen = async (alert: Alert): Promise<boolean> => {
    const { revision } = alert;
    setLast(null);
    const body = { revision, outcome: null };
    return (await run(alert, () => call(alertsCalls.done, { ...params(alert), body }))) !== null;
  };
  const assign = async (alert: Alert, userId: string | null): Promise<boolean> => {
    const { revision } = alert;
    setLast(null);
    const body = { revision, userId };
    return (await run(alert, () => call(alertsCalls.assign, { ...params(alert), body }))) !== null;
  };
  const undo = async (): Promise<void> => {
    if (last === null) return;
    if (last.deed === 'taken') await assign(last.alert, null);
    else await reopen(last.alert);
  };
  return { busyId, last, take, end, reopen, assign, undo };
}
