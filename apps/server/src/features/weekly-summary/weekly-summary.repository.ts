import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import type { WeeklyTime } from './next-week.ts';

export interface WeeklySettings extends WeeklyTime, Pick<Row<'weeklySummaries'>, 'isEnabled' | 'lastSentAt'> {
  organizationName: string;
  /** Null: not reckoned yet. */
  dueAt: Date | null;
}

/** What was set, else Sunday at 8 in the zone of the oldest site. */
export async function findWeekly(trx: Work, organizationId: string): Promise<WeeklySettings> {
  const { rows } = await sql<WeeklySettings>`
    select o.name as organization_name, coalesce(w.is_enabled, true) as is_enabled, coalesce(w.weekday, 0) as weekday, coalesce(w.hour, 8) as hour,
      coalesce(w.time_zone, (select l.time_zone from locations l where l.organization_id = o.id and l.deleted_at is null order by l.created_at limit 1), 'UTC')
        as time_zone, w.last_sent_at, d.due_at
    from organizations o left join weekly_summaries w on w.organization_id = o.id left join weekly_due d on d.organization_id = o.id
    where o.id = ${organizationId}`.execute(trx);
  const row = rows[0];
  if (!row) throw new Error('an organization is gone while its week is looked at');
  return row;
}

export async function saveWeekly(
  trx: Work,
  organizationId: string,
  set: WeeklyTime & { isEnabled: boolean; lastSentAt?: Date },
): Promise<void> {
  await trx
    .insertInto('weeklySummaries')
    .values({ organizationId, ...set })
    .onConflict((conflict) => conflict.column('organizationId').doUpdateSet(set))
    .execute();
}

export async function setDue(trx: Work, organizationId: string, dueAt: Date): Promise<void> {
  await trx.updateTable('weeklyDue').set({ dueAt }).where('organizationId', '=', organizationId).execute();
}

/** Organizations whose time has come, or is not reckoned yet. */
export async function organizationsDue(database: Database, now: Date): Promise<string[]> {
  const rows = await database.global
    .selectFrom('weeklyDue')
    .select('organizationId')
    .where((row) => row.or([row('dueAt', 'is', null), row('dueAt', '<=', now)]))
    .limit(500)
    .execute();
  return rows.map((row) => row.organizationId);
}

/** Holds the plan of an organization until the transaction ends; false while another process holds it or when it is not due any more. */
export async function holdDue(trx: Work, organizationId: string, now: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('weeklyDue')
    .select('organizationId')
    .where('organizationId', '=', organizationId)
    .where((due) => due.or([due('dueAt', 'is', null), due('dueAt', '<=', now)]))
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row !== undefined;
}

/** Members who want the mail and whose address is proven. */
export async function listSubscribers(trx: Work, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select m.user_id from memberships m join people p on p.user_id = m.user_id join auth."user" u on u.id = m.user_id
    where m.organization_id = ${organizationId} and p.settings ->> 'subForWeekly' = 'true' and u."emailVerified" order by m.user_id`.execute(
    trx,
  );
  return rows.map((row) => row.userId);
}
