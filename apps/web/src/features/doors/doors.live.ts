import { accessEventsCalls } from '@sightline/contracts/access-events/access-events.api';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads doors again when one was found, saved, changed or deleted, when a core told how one is, and an access system who came. */
export const startLive = (): (() => void) => {
  const { list, get, states } = doorsCalls;
  const refresh = (): void => {
    refreshSoon(callKey(list));
    refreshSoon(callKey(get));
  };
  const stops = [
    onEvent('doors.changed', refresh),
    onEvent('doors.told', () => {
      refresh();
      refreshSoon(callKey(states));
    }),
    onEvent('access-events.told', () => refreshSoon(callKey(accessEventsCalls.list))),
    // Whether anybody tells how doors are depends on it.
    onEvent('edges.status', refresh),
  ];
  return () => stops.forEach((stop) => stop());
};
