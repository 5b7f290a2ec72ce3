import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { Location } from '@sightline/contracts/locations/location';
import { callKey } from '../../platform/api/client.ts';
import { patchCached, refreshSoon } from '../../platform/api/cached-items.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads sites again when somebody changed one. */
export const startLive = (): (() => void) => {
  const lists = callKey(locationsCalls.list);
  const one = callKey(locationsCalls.get);
  const stops = [
    onEvent('locations.changed', (event) => {
      refreshSoon(callKey(locationsCalls.get, { params: { id: event.locationId } }));
      refreshSoon(lists);
    }),
    onEvent('locations.status', ({ locationId, shown }) => {
      // Of a site of which only the name is told, nobody hears how it is.
      patchCached<Location>({ lists, one, id: locationId }, (location) => ({ ...location, status: shown }));
    }),
    onEvent('locations.removed', () => refreshSoon(lists)),
  ];
  return () => stops.forEach((stop) => stop());
};
