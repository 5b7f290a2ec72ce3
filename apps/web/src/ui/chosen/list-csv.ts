import type { Page } from '@sightline/contracts/shared/paging';
import { saveCsv } from '../../platform/files/save-csv.ts';
import { toastFailure } from '../toasts/toast.tsx';

/** How rows of a list are written to a file for spreadsheets. */
export interface ListCsv<T> {
  fileName: string;
  /** Names of the columns. */
  head: readonly string[];
  cellsOf: (row: T) => string[];
}

/** Saves these rows. */
export const saveRows = <T>({ fileName, head, cellsOf }: ListCsv<T>, rows: readonly T[]): void =>
  saveCsv([head, ...rows.map(cellsOf)], fileName);

/** Saves all rows of a list, page by page; `failed` says what could not be done. Nothing is saved where a page is missing. */
export async function exportList<T>(
  csv: ListCsv<T>,
  read: (cursor: string | undefined) => Promise<Pick<Page<T>, 'items' | 'nextCursor'>>,
  failed: string,
): Promise<void> {
  const rows: T[] = [];
  try {
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await read(cursor);
      rows.push(...items);
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
  } catch (failure) {
    toastFailure(failed, failure);
    return;
  }
  saveRows(csv, rows);
}

/** A time as files hold it; empty for none. */
export const csvTime = (utcMs: number | null): string => (utcMs === null ? '' : new Date(utcMs).toISOString());
