import type {
  DispatchAlarm,
  DispatchAlarmInput,
  DispatchPlan,
} from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { dispatchAlarmStatus } from '@sightline/contracts/dispatch-alarms/dispatch-alarm-status';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { requireEntity, scopeFor } from '../../platform/auth/entity-right.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import { pageRequest, toPage } from '../../platform/database/page.ts';
import { findPlace } from '../locations/locations.public.ts';
import { cancelDispatch } from './cancel-dispatch.ts';
import { createDispatch, type DispatchDeps } from './create-dispatch.ts';
import { presentDispatch } from './dispatch-alarms.presenter.ts';
import * as repository from './dispatch-alarms.repository.ts';
import { callerOf } from './dispatch-facts.repository.ts';
import { planDispatch } from './plan-dispatch.ts';
import { tellDispatch } from './dispatch-news.ts';

const right = 'AlarmManagementEdit';
const { active, canceled } = dispatchAlarmStatus;

interface DispatchQuery {
  limit: number;
  cursor?: string | undefined;
  locationId?: string | undefined;
  fromDate?: number | undefined;
  toDate?: number | undefined;
}

interface Task {
  actor: MemberActor;
  work: ChangeWork;
}

/** Alarms for a monitoring service. */
export type DispatchAlarmsService = ReturnType<typeof createDispatchAlarmsService>;

/** Dispatch alarms as people make, read and cancel them. */
export function createDispatchAlarmsService(deps: DispatchDeps & { changes: Changes }) {
  const { database, changes } = deps;
  const inside = <T>(actor: MemberActor, work: (trx: Work) => Promise<T>): Promise<T> =>
    database.withOrganization(actor.organizationId, work);
  const change = <T>(actor: MemberActor, run: (task: Task) => Promise<T>): Promise<T> =>
    changes.run({ organizationId: actor.organizationId, by: actor }, (work) => run({ actor, work }));
  return {
    list: (actor: MemberActor, shown: repository.Shown, query: DispatchQuery): Promise<Page<DispatchAlarm>> =>
      inside(actor, (trx) => list(trx, actor, { shown, query })),
    check: (actor: MemberActor, locationId: string): Promise<{ isActive: boolean; alarm: DispatchAlarm | null }> =>
      inside(actor, async (trx) => {
        await requirePlace(trx, actor, locationId);
        const row = await repository.activeAt(trx, actor.organizationId, locationId);
        return { isActive: row !== undefined, alarm: row ? presentDispatch(row) : null };
      }),
    service: (actor: MemberActor): Promise<{ isInstalled: boolean }> =>
      inside(actor, async (trx) => ({
        isInstalled: (await deps.findDispatch(trx, actor.organizationId)) !== undefined,
      })),
    plan: (actor: MemberActor, locationId: string): Promise<DispatchPlan> =>
      inside(actor, async (trx) => {
        await requirePlace(trx, actor, locationId);
        return planDispatch(deps, { trx, actor }, locationId);
      }),
    get: (actor: MemberActor, id: string): Promise<DispatchAlarm> =>
      inside(actor, async (trx) => presentDispatch(await seen(trx, actor, { id }))),
    create: (actor: MemberActor, input: DispatchAlarmInput): Promise<DispatchAlarm> =>
      change(actor, async ({ work }) => {
        const id = await createDispatch(deps, { actor, work }, input);
        return presentDispatch(await seen(work.trx, actor, { id }));
      }),
    cancel: (actor: MemberActor, id: string): Promise<DispatchAlarm> => change(actor, (task) => cancel(deps, task, id)),
    remove: (actor: MemberActor, id: string): Promise<Record<string, never>> =>
      change(actor, (task) => remove(deps, task, id)),
  };
}

async function requirePlace(trx: Work, actor: MemberActor, locationId: string): Promise<void> {
  const place = await findPlace(trx, actor.organizationId, locationId);
  requireEntity(actor, place, { permission: right, view: 'LocationView' });
}

/** The alarm when the actor may see it; `not_found` otherwise. */
const seen = async (
  trx: Work,
  actor: MemberActor,
  which: { id: string; isHeld?: boolean },
): Promise<repository.DispatchRow> =>
  requireEntity(actor, await repository.findDispatch(trx, actor.organizationId, which), {
    permission: right,
    view: right,
  });

async function list(
  trx: Work,
  actor: MemberActor,
  { shown, query: { limit, cursor, ...query } }: { shown: repository.Shown; query: DispatchQuery },
): Promise<Page<DispatchAlarm>> {
  const filter = { ...query, shown, organizationId: actor.organizationId, scope: scopeFor(actor, right) };
  const request = pageRequest({ limit, cursor });
  const { after } = request;
  const before = after === null ? null : { at: new Date(Number(after.key)), id: after.id };
  if (before !== null && Number.isNaN(before.at.getTime()))
    throw new AppError('validation_failed', { fields: ['cursor'] });
  const rows = await repository.listDispatches(trx, filter, { limit, before });
  const page = toPage(rows, request, (row) => ({ key: String(repository.timeOf(shown, row).getTime()), id: row.id }));
  return {
    items: page.items.map(presentDispatch),
    nextCursor: page.nextCursor,
    total: await repository.countDispatches(trx, filter),
  };
}

async function cancel(deps: DispatchDeps, { actor, work }: Task, id: string): Promise<DispatchAlarm> {
  const row = await seen(work.trx, actor, { id, isHeld: true });
  if (row.status !== active) throw new AppError('dispatch_canceled');
  const { userId, organizationId } = actor;
  const { name } = await callerOf(work.trx, organizationId, userId);
  await cancelDispatch(deps, work, { row, by: { userId, name } });
  return presentDispatch(await seen(work.trx, actor, { id }));
}

async function remove({ clock }: DispatchDeps, { actor, work }: Task, id: string): Promise<Record<string, never>> {
  const row = await seen(work.trx, actor, { id, isHeld: true });
  if (row.status !== canceled) throw new AppError('dispatch_active', { id, number: row.number });
  await repository.updateDispatch(work.trx, row, { deletedAt: new Date(clock()) });
  await tellDispatch(work, row, { action: 'dispatchAlarm.remove' });
  return {};
}
