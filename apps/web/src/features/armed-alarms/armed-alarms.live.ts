import { armedAlarmsCalls } from '@sightline/contracts/armed-alarms/armed-alarms.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads alarms again when one was made, changed, armed, disarmed or deleted, and when alerts of theirs were gathered. */
export const startLive = (): (() => void) => {
  const { list, get } = armedAlarmsCalls;
  const refreshList = (): void => refreshSoon(callKey(list));
  const stops = [
    onEvent('armed-alarms.changed', ({ alarmId }) => {
      refreshList();
      refreshSoon(callKey(get, { params: { id: alarmId } }));
    }),
    onEvent('managed-alarms.changed', refreshList),
    onEvent('alert-rules.changed', refreshList),
    onEvent('schedules.changed', refreshList),
  ];
  return () => stops.forEach((stop) => stop());
};
