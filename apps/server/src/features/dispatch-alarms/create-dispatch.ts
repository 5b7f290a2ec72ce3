import type { DispatchAlarmInput } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { requireEntity } from '../../platform/auth/entity-right.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { UrlSigner } from '../../platform/signed-urls/signed-urls.ts';
import { alertDispatched, alertsShown } from '../alerts/alerts.public.ts';
import { cameraFor } from '../cameras/cameras.public.ts';
import { holdPlace } from '../locations/locations.public.ts';
import { cancelDispatch } from './cancel-dispatch.ts';
import * as repository from './dispatch-alarms.repository.ts';
import { callerOf, placesUpFrom } from './dispatch-facts.repository.ts';
import { tellDispatch } from './dispatch-news.ts';
import { askDispatch } from './dispatch-jobs.ts';
import { dispatchPatienceMs } from './dispatch-patience.ts';
import { dispatchRequest } from './dispatch-request.ts';
import type { FindDispatch } from './installed-dispatch.ts';

const right = 'AlarmManagementEdit';
/** What dispatching needs from the rest of the server. */
export interface DispatchDeps {
  database: Database;
  hooks: Hooks;
  jobs: Jobs;
  signer: UrlSigner;
  clock: Clock;
  log: Log;
  findDispatch: FindDispatch;
}

interface Task {
  actor: MemberActor;
  work: ChangeWork;
}

/** The first instant of the month, UTC: quotas are by such months. */
export const monthOf = (nowMs: number): Date => {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
};

/** Throws unless the camera and the alert are seen by the actor, and lie at the location or below it. */
async function requireOrigin(
  deps: DispatchDeps,
  { actor, work: { trx } }: Task,
  { locationId, cameraId, alertId }: DispatchAlarmInput,
): Promise<void> {
  if (cameraId !== null) {
    const camera = await cameraFor(trx, actor, { cameraId, permission: 'CameraView' });
    if (!camera.entityPath.includes(locationId)) throw new AppError('validation_failed', { fields: ['cameraId'] });
  }
  if (alertId !== null) {
    const [alert] = await alertsShown(deps, trx, { actor, ids: [alertId] });
    if (!alert) throw new AppError('not_found', { fields: ['alertId'] });
    const places = await placesUpFrom(trx, actor.organizationId, alert.locationId);
    if (!places.some(({ id }) => id === locationId)) throw new AppError('validation_failed', { fields: ['alertId'] });
  }
}

/** Writes an alarm down, to be sent after this transaction; answers its id. */
export async function createDispatch(deps: DispatchDeps, task: Task, input: DispatchAlarmInput): Promise<string> {
  const { actor, work } = task;
  const { trx } = work;
  const { organizationId } = actor;
  const { locationId } = input;
  const place = await holdPlace(trx, organizationId, locationId);
  requireEntity(actor, place, { permission: right, view: 'LocationView' });
  await requireOrigin(deps, task, input);
  const installed = await deps.findDispatch(trx, organizationId);
  if (!installed) throw new AppError('dispatch_not_installed');
  await repository.holdDispatching(trx, organizationId);
  const caller = await callerOf(trx, organizationId, actor.userId);
  const by = { userId: actor.userId, name: caller.name };
  const before = await repository.activeAt(trx, organizationId, locationId);
  if (before && before.delivery !== 'refused')
    throw new AppError('dispatch_active', { id: before.id, number: before.number });
  const request = dispatchRequest(input, caller, await placesUpFrom(trx, organizationId, locationId));
  const nowMs = deps.clock();
  const used = await repository.countedSince(trx, organizationId, monthOf(nowMs));
  if (installed.quota !== null && used >= installed.quota)
    throw new AppError('dispatch_quota_used', { quota: installed.quota });
  // What the monitoring service never got gives way to the next try.
  if (before) await cancelDispatch(deps, work, { row: before, by });
  const id = await repository.insertDispatch(trx, organizationId, {
    ...input,
    by,
    request,
    at: new Date(nowMs),
    givesUpAt: new Date(nowMs + dispatchPatienceMs),
  });
  await askDispatch(trx, deps.jobs, { organizationId, id });
  const row = await repository.findDispatch(trx, organizationId, { id });
  if (row) {
    const { cameraId, alertId } = input;
    await tellDispatch(work, row, { action: 'dispatchAlarm.create', data: { cameraId, alertId } });
    if (alertId !== null)
      await alertDispatched(work, deps, { organizationId, alertId, number: row.number, now: new Date(nowMs) });
  }
  return id;
}
