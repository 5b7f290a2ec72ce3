import type { Door } from '@sightline/contracts/doors/door';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import type { TFunction } from 'i18next';
import { call } from '../../platform/api/client.ts';
import { csvTime, exportList, type ListCsv } from '../../ui/chosen/list-csv.ts';

const pageSize = 100;

/** Doors as files hold them. */
export const doorsCsv: ListCsv<Door> = {
  fileName: 'doors.csv',
  head: ['name', 'site', 'camera', 'state', 'since', 'not told because'],
  cellsOf: ({ name, locationName, cameraName, state, sinceUtcMs, untold }) => [
    name,
    locationName,
    cameraName,
    state ?? '',
    csvTime(sinceUtcMs),
    // A state that nobody tells any more is not how the door is.
    untold ?? '',
  ],
};

/** Saves all doors whose name holds a text as a file. */
export const exportDoors = (t: TFunction, search: string): Promise<void> =>
  exportList(
    doorsCsv,
    async (cursor) => {
      const pageNumber = Number(cursor ?? '1');
      const query = search.trim() === '' ? undefined : search.trim();
      const { items, total } = await call(doorsCalls.list, { query: { status: 'saved', pageNumber, pageSize, query } });
      const isLast = items.length === 0 || pageNumber * pageSize >= total;
      return { items, nextCursor: isLast ? null : String(pageNumber + 1) };
    },
    t('doors.list.exportFailed'),
  );
