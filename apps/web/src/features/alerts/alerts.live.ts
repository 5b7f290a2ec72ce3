import type { Alert } from '@sightline/contracts/alerts/alert';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { patchCached, refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent, type EventOf } from '../../platform/realtime/event-bus.ts';

type News = EventOf<'alerts.changed'> | EventOf<'alerts.changedAtCore'>;

/** Hears of alerts at cameras and at cores alike. */
export const onAlert = (hear: (news: News) => void): (() => void) => {
  const stops = [onEvent('alerts.changed', hear), onEvent('alerts.changedAtCore', hear)];
  return () => stops.forEach((stop) => stop());
};

/** Writes into what is cached how far people are with an alert; who it is, and whatever else changed, is read again soon after. */
const follow = ({ alertId: id, handling, severity, revision }: News): void => {
  const change = (alert: Alert): Alert =>
    revision < alert.revision ? alert : { ...alert, handling, severity, revision };
  for (const lists of [callKey(alertsCalls.queue), callKey(alertsCalls.logs)])
    patchCached<Alert>({ lists, one: callKey(alertsCalls.get), id }, change);
  refreshSoon(callKey(alertsCalls.get, { params: { id } }));
  refreshSoon(callKey(alertsCalls.counts));
};

/** Keeps alerts on the screen true. New rows of the queue are its own matter: they wait while somebody reads. */
export const startLive = (): (() => void) => {
  const stops = [
    onAlert(follow),
    onEvent('edges.status', () => refreshSoon(callKey(alertsCalls.get))),
    onEvent('alert-rules.changed', ({ ruleId }) => {
      refreshSoon(callKey(alertRulesCalls.get, { params: { id: ruleId } }));
      // A core may have been told of a mute with it.
      refreshSoon(callKey(alertRulesCalls.cameraMutes));
    }),
    onEvent('alert-rules.cameraMuted', () => refreshSoon(callKey(alertRulesCalls.cameraMutes))),
  ];
  return () => stops.forEach((stop) => stop());
};
