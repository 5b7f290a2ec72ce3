import type { Schedule, ScheduleInput } from '@sightline/contracts/schedules/schedule';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import { inWeekOrder } from '@sightline/domain/cameras/weekly-hours';
import { scheduleOverlaps } from '@sightline/domain/schedules/schedule-now';
import { isTimeZone } from '@sightline/domain/time/site-days';
import type { Clock } from '../../platform/clock/clock.ts';
import type { AuditActionOf, Changes, ChangeWork } from '../../platform/database/changes.ts';
import { isDuplicate, type Database } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import { presentSchedule } from './schedules.presenter.ts';
import { scheduleChanged, scheduleRemoves } from './schedules.public.ts';
import * as repository from './schedules.repository.ts';

const maxSchedules = 500;

/** What schedules need from the rest of the server. */
export interface SchedulesDeps {
  database: Database;
  changes: Changes;
  clock: Clock;
  hooks: Hooks;
}

interface SchedulesQuery {
  limit: number;
  cursor?: string | undefined;
  query?: string | undefined;
}

interface Task {
  actor: MemberActor;
  work: ChangeWork;
}

/** Hours of an organization that rules go by. */
export type SchedulesService = ReturnType<typeof createSchedulesService>;

/** Schedules as people manage them; whoever calls has EventTags on the organization. */
export function createSchedulesService(deps: SchedulesDeps) {
  const { database, changes, clock } = deps;
  const change = <T>(actor: MemberActor, run: (task: Task) => Promise<T>): Promise<T> =>
    changes
      .run({ organizationId: actor.organizationId, by: actor }, (work) => run({ actor, work }))
      .catch((error: unknown) => {
        if (isDuplicate(error, 'schedules_name'))
          throw new AppError('name_taken', { fields: ['name'] }, { cause: error });
        throw error;
      });
  return {
    list: ({ organizationId }: MemberActor, query: SchedulesQuery): Promise<Page<Schedule>> =>
      database.withOrganization(organizationId, async (trx) => {
        const request = { ...pageRequest(query), query: query.query };
        const page = await repository.listSchedules(trx, organizationId, request);
        return { ...page, items: page.items.map((row) => presentSchedule(row, clock())) };
      }),
    names: async ({
      organizationId,
    }: MemberActor): Promise<{ items: Pick<Schedule, 'id' | 'name' | 'timeZone'>[] }> => ({
      items: await database.withOrganization(organizationId, (trx) => repository.scheduleNames(trx, organizationId)),
    }),
    get: ({ organizationId }: MemberActor, scheduleId: string): Promise<Schedule> =>
      database.withOrganization(organizationId, async (trx) => {
        const row = await repository.findSchedule(trx, { organizationId, scheduleId });
        if (!row) throw new AppError('not_found');
        return presentSchedule(row, clock());
      }),
    create: (actor: MemberActor, input: ScheduleInput): Promise<Schedule> =>
      change(actor, (task) => create(deps, task, input)),
    update: (actor: MemberActor, id: string, input: ScheduleInput & { revision: number }): Promise<Schedule> =>
      change(actor, (task) => update(deps, task, { id, ...input })),
    remove: (actor: MemberActor, id: string): Promise<Record<string, never>> =>
      change(actor, (task) => remove(deps, task, id)),
  };
}

/** As it is kept: in the order of the week and of the calendar. Throws `time_zone_unknown` and `schedule_overlaps`. */
function wholeInput({ name, timeZone, hours, exceptions }: ScheduleInput): ScheduleInput {
  if (!isTimeZone(timeZone)) throw new AppError('time_zone_unknown', { fields: ['timeZone'] });
  if (scheduleOverlaps({ hours, exceptions })) {
    const field = scheduleOverlaps({ hours, exceptions: [] }) ? 'hours' : 'exceptions';
    throw new AppError('schedule_overlaps', { fields: [field] });
  }
  const inOrder = exceptions.map(({ date, hours: ofDate }) => ({
    date,
    hours: ofDate.toSorted((a, b) => a.fromMinute - b.fromMinute),
  }));
  return {
    name,
    timeZone,
    hours: inWeekOrder(hours),
    exceptions: inOrder.toSorted((a, b) => (a.date < b.date ? -1 : 1)),
  };
}

/** The audit and open screens hear of the change; answers the schedule as it is now. */
async function tell(
  { clock }: SchedulesDeps,
  { actor: { organizationId }, work }: Task,
  { id: scheduleId, action }: { id: string; action: AuditActionOf<'schedule'> },
): Promise<Schedule> {
  const row = await repository.findSchedule(work.trx, { organizationId, scheduleId });
  if (!row) throw new AppError('not_found');
  await work.audit({ action, entityKind: 'schedule', entityId: scheduleId, data: { name: row.name } });
  await work.announce({ kind: 'schedules.changed', scheduleId });
  return presentSchedule(row, clock());
}

async function create(deps: SchedulesDeps, task: Task, input: ScheduleInput): Promise<Schedule> {
  const { organizationId } = task.actor;
  const whole = wholeInput(input);
  if ((await repository.countSchedules(task.work.trx, organizationId)) >= maxSchedules)
    throw new AppError('too_many', { limit: maxSchedules });
  const id = await repository.insertSchedule(task.work.trx, organizationId, whole);
  return tell(deps, task, { id, action: 'schedule.create' });
}

async function update(
  deps: SchedulesDeps,
  task: Task,
  { id: scheduleId, revision, ...input }: ScheduleInput & { id: string; revision: number },
): Promise<Schedule> {
  const { organizationId } = task.actor;
  const place = { organizationId, scheduleId };
  const before = await repository.holdSchedule(task.work.trx, place, 'update');
  if (!before) throw new AppError('not_found');
  if (before.revision !== revision) throw new AppError('conflict', { revision: before.revision });
  const updatedAt = new Date(deps.clock());
  await repository.updateSchedule(task.work.trx, place, { ...wholeInput(input), updatedAt });
  await deps.hooks.of(scheduleChanged)(task.work, place);
  return tell(deps, task, { id: scheduleId, action: 'schedule.update' });
}

async function remove(deps: SchedulesDeps, task: Task, scheduleId: string): Promise<Record<string, never>> {
  const { actor, work } = task;
  const place = { organizationId: actor.organizationId, scheduleId };
  if (!(await repository.holdSchedule(work.trx, place, 'update'))) throw new AppError('not_found');
  await deps.hooks.of(scheduleRemoves)(work.trx, actor, place);
  await tell(deps, task, { id: scheduleId, action: 'schedule.remove' });
  await repository.deleteSchedule(work.trx, place);
  return {};
}
