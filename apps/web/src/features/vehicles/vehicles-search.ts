import { flag, idParameter, oneOf, textParameter } from '../../platform/routes/search-parameters.ts';

/** What the address of the page holds: tab, search, filters, order, and whether vehicles are being added. */
export interface VehiclesSearch {
  tab?: 'unsaved' | undefined;
  search?: string | undefined;
  sort?: 'lastSeen' | undefined;
  make?: string | undefined;
  color?: string | undefined;
  location?: string | undefined;
  group?: string | undefined;
  addVehicles?: 'true' | undefined;
  addVehiclesFromCsv?: 'true' | undefined;
}

/** Reads it; what is wrong is left out. */
export const vehiclesSearch = (search: Record<string, unknown>): VehiclesSearch => ({
  tab: oneOf(['unsaved'], search.tab),
  search: textParameter(search.search),
  sort: oneOf(['lastSeen'], search.sort),
  make: textParameter(search.make),
  color: textParameter(search.color),
  location: idParameter(search.location),
  group: idParameter(search.group),
  addVehicles: flag(search, 'addVehicles'),
  addVehiclesFromCsv: flag(search, 'addVehiclesFromCsv'),
});
