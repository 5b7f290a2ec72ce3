import { homeCalls } from '@sightline/contracts/home/home.api';
import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callKey, callQuery } from '../../platform/api/client.ts';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { onEvent, type EventKind } from '../../platform/realtime/event-bus.ts';

/** Whatever changes the tree of sites or a count in it. */
const concerning: readonly EventKind[] = [
  'locations.changed',
  'locations.removed',
  'locations.status',
  'cameras.status',
  'cameras.changed',
  'cameras.removed',
  'edges.status',
  'edges.changed',
  'edges.removed',
];

/** The whole tree of sites with cores and cameras by state. */
export const homeLocations = () => callQuery(homeCalls.locations, {});

/** The same, read again while it is shown and something of it changes. */
export const useHomeLocations = () => {
  useEffect(() => {
    const refresh = (event: RealtimeEvent): void => {
      // Heartbeats, which come all the time, carry no status.
      if (event.kind !== 'edges.status' || event.status !== undefined) refreshSoon(callKey(homeCalls.locations));
    };
    const stops = concerning.map((kind) => onEvent(kind, refresh));
    return () => stops.forEach((stop) => stop());
  }, []);
  return useQuery(homeLocations());
};
