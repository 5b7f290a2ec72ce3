import type { ArmedAlarm, ArmedAlarmInput } from '@sightline/contracts/armed-alarms/armed-alarm';
import type { ArmedState } from '@sightline/contracts/armed-alarms/arming';
import type { ScheduleTimes } from '@sightline/contracts/schedules/schedule';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import { armedByHand, armedNow, armingWith } from '@sightline/domain/armed-alarms/arming';
import type { AuditActionOf, Changes, ChangeWork } from '../../platform/database/changes.ts';
import { isDuplicate, type Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import { findReaders } from '../../platform/mail/mail-readers.ts';
import { holdTimes } from '../schedules/schedules.public.ts';
import { mostAlarmsOf, replaceRules, rulesById } from './alarm-rules.repository.ts';
import { requireAlarmRight, requireRules } from './armed-alarms.policy.ts';
import { presentAlarm } from './armed-alarms.presenter.ts';
import { armingChanged } from './armed-alarms.public.ts';
import { listAlarms, seenAlarm, type AlarmsQuery, type ReadingDeps, type SeenAlarm } from './armed-alarms.reading.ts';
import * as repository from './armed-alarms.repository.ts';
import { armingOf } from './arming-of-rules.ts';

const maxAlarms = 200;
const maxAlarmsOfRule = 20;

/** What armed alarms need from the rest of the server. */
export interface ArmedAlarmsDeps extends ReadingDeps {
  changes: Changes;
  hooks: Hooks;
}

interface Task {
  actor: MemberActor;
  work: ChangeWork;
}

/** What people arm and disarm. */
export type ArmedAlarmsService = ReturnType<typeof createArmedAlarmsService>;

/** Armed alarms as people manage them; cores follow in the transaction of the change. */
export function createArmedAlarmsService(deps: ArmedAlarmsDeps) {
  const change = <T>(actor: MemberActor, run: (task: Task) => Promise<T>): Promise<T> =>
    deps.changes
      .run({ organizationId: actor.organizationId, by: actor }, (work) => run({ actor, work }))
      .catch((error: unknown) => {
        if (isDuplicate(error, 'armed_alarms_name'))
          throw new AppError('name_taken', { fields: ['name'] }, { cause: error });
        throw error;
      });
  return {
    list: (actor: MemberActor, query: AlarmsQuery): Promise<Page<ArmedAlarm>> => listAlarms(deps, actor, query),
    get: (actor: MemberActor, id: string): Promise<ArmedAlarm> =>
      deps.database.withOrganization(actor.organizationId, async (trx) => {
        const { row, rules } = await seenAlarm(trx, actor, { id });
        return presentAlarm(row, actor, { rules, nowUtcMs: deps.clock() });
      }),
    create: (actor: MemberActor, input: ArmedAlarmInput): Promise<ArmedAlarm> =>
      change(actor, (task) => create(deps, task, input)),
    update: (actor: MemberActor, id: string, input: ArmedAlarmInput & { revision: number }): Promise<ArmedAlarm> =>
      change(actor, (task) => update(deps, task, { id, ...input })),
    remove: (actor: MemberActor, id: string): Promise<Record<string, never>> =>
      change(actor, (task) => remove(deps, task, id)),
    arm: (actor: MemberActor, id: string, state: ArmedState): Promise<ArmedAlarm> =>
      change(actor, (task) => arm(deps, task, { id, state })),
  };
}

/** The audit, open screens and what runs the rules hear of a change; answers the alarm as it is now. */
async function tell(
  { clock, hooks }: ArmedAlarmsDeps,
  { actor, work }: Task,
  { id, action, ruleIds }: { id: string; action: AuditActionOf<'armedAlarm'>; ruleIds: readonly string[] },
): Promise<ArmedAlarm> {
  const { organizationId } = actor;
  const { row, rules } = await seenAlarm(work.trx, actor, { id });
  await work.audit({ action, entityKind: 'armedAlarm', entityId: id, data: { name: row.name } });
  await work.announce({ kind: 'armed-alarms.changed', alarmId: id });
  if (ruleIds.length > 0) await hooks.of(armingChanged)(work, { organizationId, ruleIds });
  return presentAlarm(row, actor, { rules, nowUtcMs: clock() });
}

/** An alarm as it can be kept: its rules are the actor's to arm, and its schedules are there. */
async function wholeAlarm(
  { actor, work: { trx } }: Task,
  input: ArmedAlarmInput,
  except: string | null,
): Promise<ArmedAlarmInput & { schedule: ScheduleTimes | null }> {
  const { organizationId } = actor;
  const alertIds = [...new Set(input.alertIds)];
  requireRules(actor, alertIds, await rulesById(trx, organizationId, alertIds));
  // Without a rule it is of the whole organization.
  if (alertIds.length === 0) requireAlarmRight(actor, []);
  const timesOf = async (scheduleId: string | null, field: string): Promise<ScheduleTimes | null> => {
    if (scheduleId === null) return null;
    const times = await holdTimes(trx, { organizationId, scheduleId });
    if (!times) throw new AppError('schedule_unknown', { fields: [field] });
    return times;
  };
  const schedule = await timesOf(input.scheduleId, 'scheduleId');
  await timesOf(input.notification.scheduleId, 'notification.scheduleId');
  if ((await mostAlarmsOf(trx, organizationId, { ruleIds: alertIds, except })) >= maxAlarmsOfRule)
    throw new AppError('too_many', { limit: maxAlarmsOfRule });
  return { ...input, alertIds, schedule };
}

async function create(deps: ArmedAlarmsDeps, task: Task, input: ArmedAlarmInput): Promise<ArmedAlarm> {
  const { trx } = task.work;
  const { organizationId } = task.actor;
  if ((await repository.countAlarms(trx, organizationId)) >= maxAlarms)
    throw new AppError('too_many', { limit: maxAlarms });
  const { schedule: _times, ...alarm } = await wholeAlarm(task, input, null);
  const id = await repository.insertAlarm(trx, organizationId, { ...alarm, at: new Date(deps.clock()) });
  const ruleIds = await replaceRules(trx, { organizationId, alarmId: id }, alarm.alertIds);
  return tell(deps, task, { id, action: 'armedAlarm.create', ruleIds });
}

/** The alarm, held, when all of it is the actor's. */
async function ownAlarm({ actor, work }: Task, id: string): Promise<SeenAlarm> {
  const alarm = await seenAlarm(work.trx, actor, { id, isHeld: true });
  requireAlarmRight(actor, alarm.rules);
  return alarm;
}

/** Before the alarm, as whoever changes a schedule holds it before the alarms that use it: in the other order each would wait for the other. */
async function holdSchedules(
  trx: Work,
  organizationId: string,
  { scheduleId, notification }: ArmedAlarmInput,
): Promise<void> {
  for (const one of [scheduleId, notification.scheduleId])
    if (one !== null) await holdTimes(trx, { organizationId, scheduleId: one });
}

async function update(
  deps: ArmedAlarmsDeps,
  task: Task,
  { id, revision, ...input }: ArmedAlarmInput & { id: string; revision: number },
): Promise<ArmedAlarm> {
  const { actor, work } = task;
  const place = { organizationId: actor.organizationId, alarmId: id };
  await repository.countAlarms(work.trx, actor.organizationId);
  await holdSchedules(work.trx, actor.organizationId, input);
  const { row, rules } = await ownAlarm(task, id);
  if (row.revision !== revision) throw new AppError('conflict', { revision: row.revision });
  const { schedule, ...alarm } = await wholeAlarm(task, input, id);
  const now = deps.clock();
  const hand =
    row.scheduleId === alarm.scheduleId ? armingOf(row) : armingWith(armingOf(row), { ...alarm, schedule }, now);
  await repository.updateAlarm(work.trx, place, { ...alarm, at: new Date(now), hand });
  const changed = await replaceRules(work.trx, place, alarm.alertIds);
  const ruleIds = [...new Set([...rules.map((rule) => rule.id), ...changed])];
  return tell(deps, task, { id, action: 'armedAlarm.update', ruleIds });
}

async function remove(deps: ArmedAlarmsDeps, task: Task, id: string): Promise<Record<string, never>> {
  const { actor, work } = task;
  const { organizationId } = actor;
  const { rules } = await ownAlarm(task, id);
  await tell(deps, task, { id, action: 'armedAlarm.remove', ruleIds: [] });
  await repository.deleteAlarm(work.trx, { organizationId, alarmId: id });
  await deps.hooks.of(armingChanged)(work, { organizationId, ruleIds: rules.map((rule) => rule.id) });
  return {};
}

async function arm(
  deps: ArmedAlarmsDeps,
  task: Task,
  { id, state }: { id: string; state: ArmedState },
): Promise<ArmedAlarm> {
  const { actor, work } = task;
  const { row, rules } = await ownAlarm(task, id);
  const now = deps.clock();
  // Who arms once more leaves nothing unwatched: the time to leave is for what is disarmed.
  const isArmed = armedNow(armingOf(row), now).state === 'armed';
  const exitDelayS = isArmed ? 0 : row.exitDelayS;
  const hand = armedByHand(state, { ...row, exitDelayS, schedule: row.times }, now);
  const byName = (await findReaders(work.trx, [actor.userId]))[0]?.name ?? null;
  const place = { organizationId: actor.organizationId, alarmId: id };
  await repository.armAlarm(work.trx, place, { hand, byName, at: new Date(now) });
  const action = state === 'armed' ? 'armedAlarm.arm' : 'armedAlarm.disarm';
  return tell(deps, task, { id, action, ruleIds: rules.map((rule) => rule.id) });
}
