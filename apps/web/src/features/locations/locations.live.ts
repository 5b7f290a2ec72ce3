import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { callKey } from '../../platform/api/client.ts';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads sites again when somebody changed one. */
export const startLocationsLive = (): (() => void) => {
  const lists = callKey(locationsCalls.list);
  const stops = [
    onEvent('locations.changed', (event) => {
      refreshSoon(callKey(locationsCalls.get, { params: { id: event.locationId } }));
      refreshSoon(lists);
    }),
    onEvent('locations.removed', () => refreshSoon(lists)),
  ];
  return () => stops.forEach((stop) => stop());
};
