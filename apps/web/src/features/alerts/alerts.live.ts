import type { Alert } from '@sightline/contracts/alerts/alert';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { findCached, patchCached, refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { translate } from '../../platform/i18n/i18n.ts';
import { onEvent, type EventOf } from '../../platform/realtime/event-bus.ts';
import { currentSession } from '../../platform/session/session-store.ts';
import { toastUpdate } from '../../ui/toasts/toast.tsx';

type AlertUpdate = EventOf<'alerts.changed'> | EventOf<'alerts.changedAtCore'>;

/** Hears of alerts at cameras and at cores alike. */
export const onAlert = (hear: (update: AlertUpdate) => void): (() => void) => {
  const stops = [onEvent('alerts.changed', hear), onEvent('alerts.changedAtCore', hear)];
  return () => stops.forEach((stop) => stop());
};

/** Somebody's own alert waits for everybody again, as if it were new: nothing was done about it for too long. */
function tellLapse({ alertId: id, isNew, handling }: AlertUpdate): void {
  if (!isNew || handling !== 'new') return;
  const known = findCached<Alert>({ lists: callKey(alertsCalls.queue), one: callKey(alertsCalls.get), id });
  const isOwn = known?.handling === 'taken' && known.handler?.userId === currentSession()?.user.id;
  if (known !== undefined && isOwn) toastUpdate({ title: translate('alerts.lapse.toast', { rule: known.ruleName }) });
}

/** Writes into what is cached how far people are with an alert; who it is, and whatever else changed, is read again soon after. */
const follow = (update: AlertUpdate): void => {
  const { alertId: id, handling, severity, revision } = update;
  tellLapse(update);
  const change = (alert: Alert): Alert =>
    revision < alert.revision ? alert : { ...alert, handling, severity, revision };
  for (const lists of [callKey(alertsCalls.queue), callKey(alertsCalls.logs)])
    patchCached<Alert>({ lists, one: callKey(alertsCalls.get), id }, change);
  refreshSoon(callKey(alertsCalls.get, { params: { id } }));
  refreshSoon(callKey(alertsCalls.counts));
  refreshSoon(callKey(alertsCalls.floods));
};

/** Keeps alerts on the screen true. New rows of the queue are its own matter: they wait while somebody reads. */
export const startLive = (): (() => void) => {
  const stops = [
    onAlert(follow),
    onEvent('edges.status', () => refreshSoon(callKey(alertsCalls.get))),
    // Its recordings can't be played any more.
    onEvent('cameras.removed', () => refreshSoon(callKey(alertsCalls.get))),
    onEvent('alert-rules.changed', ({ ruleId }) => {
      refreshSoon(callKey(alertRulesCalls.get, { params: { id: ruleId } }));
      // A core may have been told of a mute with it.
      refreshSoon(callKey(alertRulesCalls.cameraMutes));
    }),
    onEvent('alert-rules.cameraMuted', () => refreshSoon(callKey(alertRulesCalls.cameraMutes))),
  ];
  return () => stops.forEach((stop) => stop());
};
