import { toApiError } from '../../platform/api/api-error.ts';

const atOnce = 4;

/** One that could not be deleted, and why. */
export interface Refused<T> {
  row: T;
  failure: unknown;
}

/** Deletes each, some at a time; one that is gone already is no failure. Answers those that are still there, in the order of the list. */
export async function removeEach<T>(rows: readonly T[], remove: (row: T) => Promise<unknown>): Promise<Refused<T>[]> {
  const waiting = [...rows];
  const refused = new Map<T, unknown>();
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      try {
        await remove(next);
      } catch (failure) {
        if (toApiError(failure).code !== 'not_found') refused.set(next, failure);
      }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return rows.filter((row) => refused.has(row)).map((row) => ({ row, failure: refused.get(row) }));
}
