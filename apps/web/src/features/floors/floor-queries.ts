import type { Floor } from '@sightline/contracts/floors/floor';
import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callKey, callQuery } from '../../platform/api/client.ts';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

// Addresses of plans are signed for 5 minutes.
const planMs = 4 * 60_000;

/** Buildings of a site with their floors, read again when somebody changes something there. */
export const useBuildings = (locationId: string | undefined) => {
  const key = locationId ?? '';
  useEffect(
    () =>
      onEvent('locations.changed', (event) => {
        if (event.locationId === key) refreshSoon(callKey(floorsCalls.buildings, { params: { id: key } }));
      }),
    [key],
  );
  return useQuery({ ...callQuery(floorsCalls.buildings, { params: { id: key } }), enabled: locationId !== undefined });
};

/** One floor with its plan and what stands on it. */
export const useFloor = (floorId: string) => {
  useEffect(
    () =>
      onEvent('locations.changed', (_event, { isOwn }) => {
        // Own changes bring their answer with them.
        if (!isOwn) refreshSoon(callKey(floorsCalls.get, { params: { id: floorId } }));
      }),
    [floorId],
  );
  return useQuery({ ...callQuery(floorsCalls.get, { params: { id: floorId } }), refetchInterval: planMs });
};

/** Keeps what a change answered, and reads the buildings around it again. */
export const useKeepFloor = (): ((floor: Floor) => void) => {
  const client = useQueryClient();
  return (floor) => {
    client.setQueryData(callKey(floorsCalls.get, { params: { id: floor.id } }), floor);
    void client.invalidateQueries({ queryKey: callKey(floorsCalls.buildings, { params: { id: floor.locationId } }) });
  };
};
