import { schedulesCalls } from '@sightline/contracts/schedules/schedules.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads schedules again when one was made, changed or deleted, and when what uses them changed. */
export const startLive = (): (() => void) => {
  const { list, names, get } = schedulesCalls;
  const stops = [
    onEvent('schedules.changed', ({ scheduleId }) => {
      refreshSoon(callKey(get, { params: { id: scheduleId } }));
      refreshSoon(callKey(list));
      refreshSoon(callKey(names));
    }),
    onEvent('alert-rules.changed', () => refreshSoon(callKey(list))),
  ];
  return () => stops.forEach((stop) => stop());
};
