import type { Vehicle } from '@sightline/contracts/vehicles/vehicle';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import type { TFunction } from 'i18next';
import { callForFile } from '../../platform/api/client.ts';
import { saveCsv } from '../../platform/files/save-csv.ts';
import { saveFile } from '../../platform/files/save-file.ts';
import { toastFailure } from '../../ui/toasts/toast.tsx';
import { filterOf } from './vehicle-queries.ts';
import type { VehiclesSearch } from './vehicles-search.ts';

const fileName = 'vehicles.csv';

const cellsOf = ({ plate, owner, make, color, lastSeen, location }: Vehicle): string[] => [
  plate.toUpperCase(),
  owner ?? '',
  make ?? '',
  color ?? '',
  lastSeen === null ? '' : new Date(lastSeen).toISOString(),
  location?.name ?? '',
];

/** Saves these vehicles as a file, as the server writes it. */
export const saveVehicles = (vehicles: readonly Vehicle[]): void =>
  saveCsv([['plate', 'owner', 'make', 'color', 'last seen', 'site'], ...vehicles.map(cellsOf)], fileName);

/** Saves all vehicles that the address chooses. */
export async function exportVehicles(t: TFunction, here: VehiclesSearch): Promise<void> {
  try {
    const answer = await callForFile(vehiclesCalls.exportCsv, { query: filterOf(here) });
    saveFile(await answer.blob(), fileName);
  } catch (failure) {
    toastFailure(t('vehicles.file.exportFailed'), failure);
  }
}
