import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads rules again when one was made, changed, snoozed or deleted, or a core took it over; and their figures when there are alerts. */
export const startLive = (): (() => void) => {
  const { list, get, nearMisses } = alertRulesCalls;
  const refreshList = (): void => refreshSoon(callKey(list));
  const refreshAll = (): void => {
    refreshList();
    refreshSoon(callKey(get));
  };
  const stops = [
    onEvent('alert-rules.changed', ({ ruleId }) => {
      refreshList();
      refreshSoon(callKey(get, { params: { id: ruleId } }));
      refreshSoon(callKey(nearMisses, { params: { id: ruleId } }));
    }),
    onEvent('alert-rules.cameraMuted', refreshAll),
    onEvent('alerts.changed', refreshList),
    onEvent('alerts.changedAtCore', refreshList),
    // Who may see alerts hears of them: a rule may have lost all whom it tells.
    onEvent('users.changed', refreshAll),
    onEvent('permission-groups.changed', refreshAll),
    // Cameras, and their locations and organization for them, say what is looked for.
    onEvent('cameras.changed', refreshAll),
    onEvent('locations.changed', refreshAll),
    // A rule's words name its schedule, and whether it is open.
    onEvent('schedules.changed', refreshList),
  ];
  return () => stops.forEach((stop) => stop());
};
