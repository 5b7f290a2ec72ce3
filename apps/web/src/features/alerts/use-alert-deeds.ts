import type { Alert, AlertDetail, AlertOutcome } from '@sightline/contracts/alerts/alert';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { useEffect, useState } from 'react';
import { toApiError } from '../../platform/api/api-error.ts';
import { patchCached, refreshSoon } from '../../platform/api/cached-items.ts';
import { call, callKey } from '../../platform/api/client.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { formatSince } from '../../platform/i18n/format-time.ts';
import { translate } from '../../platform/i18n/i18n.ts';
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

/** Writes what the server answered wherever the alert is on the screen. */
export function keepAnswer(answer: AlertDetail): void {
  const one = callKey(alertsCalls.get, { params: { id: answer.id } });
  queryClient.setQueryData(one, answer);
  for (const lists of [callKey(alertsCalls.queue), callKey(alertsCalls.logs)])
    patchCached<Alert>({ lists, one, id: answer.id }, (known) => ({
      ...known,
      ...answer,
      pictureUrl: known.pictureUrl ?? answer.pictureUrl,
    }));
  refreshSoon(callKey(alertsCalls.counts));
}

function tellRefusal(alert: Alert, thrown: unknown): void {
  const failure = toApiError(thrown);
  refreshSoon(callKey(alertsCalls.get, { params: { id: alert.id } }));
  const { name, atUtcMs, fields } = failure.data;
  const nowUtcMs = serverNowUtcMs();
  if (failure.code === 'alert_taken' && typeof name === 'string') {
    const time = formatSince(typeof atUtcMs === 'number' ? atUtcMs : nowUtcMs, nowUtcMs, alert.timeZone);
    toastUpdate({ title: translate('alerts.deeds.lost', { name, time }) });
  } else if (failure.code === 'validation_failed' && Array.isArray(fields) && fields.includes('userId'))
    toastUpdate({ title: translate('alerts.assign.notAllowed') });
  else toastFailure(translate('alerts.deeds.failed', { rule: alert.ruleName }), failure);
}

const params = ({ id }: Alert) => ({ params: { id } });

const sendTake = (alert: Alert): Promise<AlertDetail> =>
  call(alertsCalls.take, { ...params(alert), body: { revision: alert.revision } });
const sendEnd = (alert: Alert, outcome: AlertOutcome | null): Promise<AlertDetail> =>
  call(alertsCalls.done, { ...params(alert), body: { revision: alert.revision, outcome } });
const sendAssign = (alert: Alert, userId: string | null): Promise<AlertDetail> =>
  call(alertsCalls.assign, { ...params(alert), body: { revision: alert.revision, userId } });

/** The deeds of an operator with an alert. */
export function useAlertDeeds(): AlertDeeds {
  const [busyId, setBusyId] = useState<string | null>(null);
  const [last, setLast] = useState<LastDeed | null>(null);
  useEffect(() => {
    if (last === null) return undefined;
    const timer = setTimeout(() => setLast(null), undoMs);
    return () => clearTimeout(timer);
  }, [last]);
  const run = async (
    alert: Alert,
    send: () => Promise<AlertDetail>,
    deed: LastDeed['deed'] | null,
  ): Promise<boolean> => {
    setBusyId(alert.id);
    try {
      const answer = await send();
      keepAnswer(answer);
      setLast(deed === null ? null : { alert: answer, deed });
      return true;
    } catch (thrown) {
      tellRefusal(alert, thrown);
      return false;
    } finally {
      setBusyId(null);
    }
  };
  const take = (alert: Alert): Promise<boolean> => run(alert, () => sendTake(alert), 'taken');
  const end = (alert: Alert, outcome: AlertOutcome): Promise<boolean> =>
    run(alert, () => sendEnd(alert, outcome), outcome);
  const reopen = (alert: Alert): Promise<boolean> => run(alert, () => sendEnd(alert, null), null);
  const assign = (alert: Alert, userId: string | null): Promise<boolean> =>
    run(alert, () => sendAssign(alert, userId), null);
  const undo = async (): Promise<void> => {
    if (last === null) return;
    await (last.deed === 'taken' ? assign(last.alert, null) : reopen(last.alert));
  };
  return { busyId, last, take, end, reopen, assign, undo };
}
