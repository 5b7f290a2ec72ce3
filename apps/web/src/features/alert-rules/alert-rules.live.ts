import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads rules again when one was made, changed, snoozed or deleted, or a core took it over; and their figures when there are alerts. */
export const startLive = (): (() => void) => {
  const { list, get, nearMisses } = alertRulesCalls;
  const refreshList = (): void => refreshSoon(callKey(list));
  const stops = [
    onEvent('alert-rules.changed', ({ ruleId }) => {
      refreshList();
      refreshSoon(callKey(get, { params: { id: ruleId } }));
      refreshSoon(callKey(nearMisses, { params: { id: ruleId } }));
    }),
    onEvent('alert-rules.cameraMuted', () => {
      refreshList();
      refreshSoon(callKey(get));
    }),
    onEvent('alerts.changed', refreshList),
    onEvent('alerts.changedAtCore', refreshList),
    // A rule's words name its schedule, and whether it is open.
    onEvent('schedules.changed', refreshList),
  ];
  return () => stops.forEach((stop) => stop());
};
