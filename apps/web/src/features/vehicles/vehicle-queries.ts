import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import { vehicleColorNames } from '@sightline/contracts/vehicles/vehicle-colors';
import { vehicleMakes } from '@sightline/contracts/vehicles/vehicle-makes';
import { unsavedVehiclesCalls } from '@sightline/contracts/vehicles/unsaved-vehicles.api';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call, callAll, callKey, callPages, callQuery } from '../../platform/api/client.ts';
import { oneOf } from '../../platform/routes/search-parameters.ts';
import type { VehiclesSearch } from './vehicles-search.ts';

/** What of the address narrows the list, as the server takes it. */
export const filterOf = ({ search = '', make, color, location, group }: VehiclesSearch) => ({
  query: search.trim() === '' ? undefined : search.trim(),
  make: oneOf(vehicleMakes, make),
  color: oneOf(vehicleColorNames, color),
  locationId: location,
  groupId: group,
});

/** Vehicles in the order of the address. */
export const vehiclePages = (here: VehiclesSearch) =>
  callPages(vehiclesCalls.list, { query: { limit: 100, sort: here.sort ?? 'plate', ...filterOf(here) } });

const unsavedSize = 30;

/** Plates that nobody saved, those that were read last before the others; further pages follow. */
export const unsavedPages = (search: string) => {
  const query = search.trim() === '' ? undefined : search.trim();
  return infiniteQueryOptions({
    queryKey: [...callKey(unsavedVehiclesCalls.list), 'pages', query],
    queryFn: ({ pageParam: page, signal }) =>
      call(unsavedVehiclesCalls.list, { query: { page, size: unsavedSize, query } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * unsavedSize < last.total ? all.length + 1 : null),
  });
};

/** How many vehicles are saved, and how many plates are not, whatever is searched for. */
export const savedCount = () => callQuery(vehiclesCalls.list, { query: { limit: 1 } });
export const unsavedCount = () => callQuery(unsavedVehiclesCalls.list, { query: { size: 1 } });

/** Sites by which the list can be narrowed. */
export const sites = () => callAll(locationsCalls.list, { query: { limit: 200 } });

/** Groups of vehicles. */
export const vehicleGroups = () => callAll(orgGroupsCalls.list, { query: { type: 'Vehicles', limit: 200 } });

/** Reads vehicles and their groups again. */
export const refreshVehicles = async (client: QueryClient): Promise<void> => {
  await Promise.all(
    [vehiclesCalls.list, unsavedVehiclesCalls.list, orgGroupsCalls.list].map((one) =>
      client.invalidateQueries({ queryKey: callKey(one) }),
    ),
  );
};
