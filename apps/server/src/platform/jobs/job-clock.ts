import type { Db, PgBoss } from 'pg-boss';
import { systemClock, type Clock } from '../clock/clock.ts';

/**
 * A statement of pg-boss at the time of a clock: it asks for the time by a function of its schema. The clock of the machine leaves it to
 * the database, so that all processes go by one clock.
 */
export const atTimeOf = (clock: Clock, statement: string): string =>
  clock === systemClock
    ? statement
    : statement.replaceAll('jobs.job_now()', `'${new Date(clock()).toISOString()}'::timestamptz`);

/** Lets every statement of pg-boss go by a clock; how often it looks is a matter of the machine's. */
export function followClock(boss: PgBoss, clock: Clock): void {
  const database: Db = boss.getDb();
  const execute = database.executeSql.bind(database);
  database.executeSql = (text, values) => execute(atTimeOf(clock, text), values);
}
