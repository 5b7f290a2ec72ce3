import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import { vehicleColorNames } from '@sightline/contracts/vehicles/vehicle-colors';
import { vehicleMakes } from '@sightline/contracts/vehicles/vehicle-makes';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import type { QueryClient } from '@tanstack/react-query';
import { callAll, callKey, callPages } from '../../platform/api/client.ts';
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

/** Sites by which the list can be narrowed. */
export const sites = () => callAll(locationsCalls.list, { query: { limit: 200 } });

/** Groups of vehicles. */
export const vehicleGroups = () => callAll(orgGroupsCalls.list, { query: { type: 'Vehicles', limit: 200 } });

/** Reads vehicles and their groups again. */
export const refreshVehicles = async (client: QueryClient): Promise<void> => {
  await Promise.all(
    [vehiclesCalls.list, orgGroupsCalls.list].map((one) => client.invalidateQueries({ queryKey: callKey(one) })),
  );
};
