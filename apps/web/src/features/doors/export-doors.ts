import type { Door } from '@sightline/contracts/doors/door';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import type { TFunction } from 'i18next';
import { call } from '../../platform/api/client.ts';
import { saveCsv } from '../../platform/files/save-csv.ts';
import { toastFailure } from '../../ui/toasts/toast.tsx';

const pageSize = 100;

const head = ['name', 'site', 'camera', 'state', 'since', 'not told because'];

const cellsOf = ({ name, locationName, cameraName, state, sinceUtcMs, untold }: Door): string[] => [
  name,
  locationName,
  cameraName,
  state ?? '',
  sinceUtcMs === null ? '' : new Date(sinceUtcMs).toISOString(),
  // A state that nobody tells any more is not how the door is.
  untold ?? '',
];

/** Saves all doors whose name holds a text as a file. */
export async function exportDoors(t: TFunction, search: string): Promise<void> {
  const query = search.trim() === '' ? undefined : search.trim();
  const doors: Door[] = [];
  try {
    for (let pageNumber = 1; ; pageNumber += 1) {
      const { items, total } = await call(doorsCalls.list, { query: { pageNumber, pageSize, query } });
      doors.push(...items);
      if (items.length === 0 || pageNumber * pageSize >= total) break;
    }
    saveCsv([head, ...doors.map(cellsOf)], 'doors.csv');
  } catch (failure) {
    toastFailure(t('doors.list.exportFailed'), failure);
  }
}
