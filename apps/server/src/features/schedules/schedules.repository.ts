import type { ScheduleInput } from '@sightline/contracts/schedules/schedule';
import type { Page } from '@sightline/contracts/shared/paging';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countUpTo, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';

/** A schedule within its organization. */
export interface SchedulePlace {
  organizationId: string;
  scheduleId: string;
}

export interface ScheduleRow extends Pick<
  Row<'schedules'>,
  'id' | 'name' | 'timeZone' | 'hours' | 'exceptions' | 'revision' | 'updatedAt'
> {
  usedBy: number;
}

const schedules = (trx: Work, organizationId: string) =>
  trx
    .selectFrom('schedules as s')
    .select([
      's.id',
      's.name',
      's.timeZone',
      's.hours',
      's.exceptions',
      's.revision',
      's.updatedAt',
      sql<number>`(select count(*)::integer from alert_rules r
        where r.organization_id = s.organization_id and r.schedule_id = s.id)
        + (select count(*)::integer from armed_alarms a
        where a.organization_id = s.organization_id and s.id in (a.schedule_id, a.notify_schedule_id))`.as('usedBy'),
    ])
    .where('s.organizationId', '=', organizationId);

/** A page of them by name. */
export async function listSchedules(
  trx: Work,
  organizationId: string,
  request: PageRequest & { query?: string | undefined },
): Promise<Page<ScheduleRow>> {
  const matches = sql<boolean>`strpos(lower(s.name), lower(${request.query ?? ''})) > 0`;
  const rows = await schedules(trx, organizationId)
    .where(matches)
    .where(afterCursor(request, sql`s.name collate people`, sql.ref('s.id')))
    .orderBy(sql`s.name collate people`)
    .orderBy('s.id')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(
    trx,
    sql`select 1 from schedules s where s.organization_id = ${organizationId} and ${matches}`,
  );
  return { ...toPage(rows, request, ({ name: key, id }) => ({ key, id })), total };
}

export const scheduleNames = (
  trx: Work,
  organizationId: string,
): Promise<Pick<ScheduleRow, 'id' | 'name' | 'timeZone'>[]> =>
  trx
    .selectFrom('schedules as s')
    .select(['s.id', 's.name', 's.timeZone'])
    .where('s.organizationId', '=', organizationId)
    .orderBy(sql`s.name collate people`)
    .orderBy('s.id')
    .execute();

export const findSchedule = (
  trx: Work,
  { organizationId, scheduleId }: SchedulePlace,
): Promise<ScheduleRow | undefined> => schedules(trx, organizationId).where('s.id', '=', scheduleId).executeTakeFirst();

/** `update`: nobody else changes it, or begins to use it, until the transaction ends; `share`: it stays as it is. */
export async function holdSchedule(
  trx: Work,
  { organizationId, scheduleId }: SchedulePlace,
  how: 'update' | 'share',
): Promise<Omit<ScheduleRow, 'usedBy'> | undefined> {
  const held = trx
    .selectFrom('schedules')
    .select(['id', 'name', 'timeZone', 'hours', 'exceptions', 'revision', 'updatedAt'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', scheduleId);
  return (how === 'update' ? held.forUpdate() : held.forShare()).executeTakeFirst();
}

/** How many there are, while nobody else adds one. */
export async function countSchedules(trx: Work, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`schedules:${organizationId}`}))`.execute(trx);
  const { count } = await trx
    .selectFrom('schedules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

const columnsOf = ({ name, timeZone, hours, exceptions }: ScheduleInput) => ({
  name,
  timeZone,
  hours: JSON.stringify(hours),
  exceptions: JSON.stringify(exceptions),
});

export async function insertSchedule(trx: Work, organizationId: string, input: ScheduleInput): Promise<string> {
  const id = newId();
  await trx
    .insertInto('schedules')
    .values({ organizationId, id, ...columnsOf(input) })
    .execute();
  return id;
}

export async function updateSchedule(
  trx: Work,
  { organizationId, scheduleId }: SchedulePlace,
  input: ScheduleInput & { updatedAt: Date },
): Promise<void> {
  await trx
    .updateTable('schedules')
    .set((eb) => ({ ...columnsOf(input), updatedAt: input.updatedAt, revision: eb('revision', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', scheduleId)
    .execute();
}

export async function deleteSchedule(trx: Work, { organizationId, scheduleId }: SchedulePlace): Promise<void> {
  await trx.deleteFrom('schedules').where('organizationId', '=', organizationId).where('id', '=', scheduleId).execute();
}
