import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

/** Makes the partitions of a day, yyyy-mm-dd, unless they are there; false for days that no event may be of. */
export async function makeDay(database: Database, day: string): Promise<boolean> {
  const { rows } = await sql<{ isMade: boolean }>`select make_event_day(${day}::date) as is_made`.execute(
    database.global,
  );
  return rows[0]?.isMade ?? false;
}

/** Drops the partitions of all days before this one; answers the days, yyyy-mm-dd. */
export async function dropDaysBefore(database: Database, day: string): Promise<string[]> {
  const { rows } = await sql<{
    day: string;
  }>`select to_char(day, 'YYYY-MM-DD') as day from drop_event_days(${day}::date) as day`.execute(database.global);
  return rows.map((row) => row.day);
}

/** True when the database has no partition for a row. */
export const isDayMissing = (error: unknown): boolean => {
  const found = error as { code?: unknown; message?: unknown } | null;
  return found?.code === '23514' && String(found.message).includes('no partition');
};
