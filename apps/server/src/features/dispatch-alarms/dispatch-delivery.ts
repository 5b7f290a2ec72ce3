import { dispatchAlarmStatus } from '@sightline/contracts/dispatch-alarms/dispatch-alarm-status';
import { nobody, type Changes, type ChangeWork } from '../../platform/database/changes.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { JobEnd } from '../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { findDispatch, updateDispatch, type DispatchRow } from './dispatch-alarms.repository.ts';
import { dispatchJobs } from './dispatch-jobs.ts';
import {
  cancellationAccepted,
  cancellationFailed,
  deliveryFailed,
  endedByService,
  serviceAccepted,
} from './dispatch-outcomes.ts';
import { announceDispatch } from './dispatch-news.ts';
import type { FindDispatch } from './installed-dispatch.ts';
import { createNoonLight, type Answered, type NoonLight } from './noonlight-client.ts';

const { active, canceled } = dispatchAlarmStatus;
const minuteMs = 60_000;
const waitForStartMs = 1_000;
const pauseMs = { least: 1_000, most: 30_000 };
/** An alarm that the service has is looked at this often, seldom once it is old, and in the end no more. */
const looks = {
  everyMs: minuteMs,
  oldAfterMs: 60 * minuteMs,
  oldEveryMs: 15 * minuteMs,
  endAfterMs: 7 * 1440 * minuteMs,
};

/** What bringing alarms to the monitoring service needs from the rest of the server. */
export interface DispatchDeliveryDeps {
  config: { noonLightUrl: string };
  changes: Changes;
  jobs: Jobs;
  egress: Egress;
  clock: Clock;
  log: Log;
  findDispatch: FindDispatch;
  dispatchServices: { readonly isKnown: boolean };
}

/** Brings alarms and their cancellations to the monitoring service, in every server process. */
export const startDispatching = (deps: DispatchDeliveryDeps): Promise<Worker> =>
  deps.jobs.work(dispatchJobs, { atOnce: 8, everySeconds: 0.5 }, ({ data }) =>
    deliver(deps, data.organizationId, data.dispatchId),
  );

type Step = { what: 'create' | 'cancel' | 'look'; row: DispatchRow; token: string };

interface Task extends DispatchDeliveryDeps {
  work: ChangeWork;
  /** The alarm as it is now, held. */
  row: DispatchRow;
  now: Date;
}

const later = (at: Date | number, reason: string): JobEnd => ({
  kind: 'later',
  atMs: typeof at === 'number' ? at : at.getTime(),
  reason,
});

/**
 * No transaction is open while the service is asked. That a try goes out is written down before it does: whoever is cut off then
 * leaves a try of which nobody knows whether it arrived, and the next one is made under the same key.
 */
async function deliver(deps: DispatchDeliveryDeps, organizationId: string, id: string): Promise<JobEnd | undefined> {
  // Nobody is refused as having no service by a server that does not know them yet.
  if (!deps.dispatchServices.isKnown) return later(deps.clock() + waitForStartMs, 'the server is starting');
  const held = <T>(run: (task: Task) => Promise<T>): Promise<T | undefined> =>
    deps.changes.run({ organizationId, by: nobody }, async (work) => {
      const row = await findDispatch(work.trx, organizationId, { id, isHeld: true, alsoDeleted: true });
      return row && run({ ...deps, work, row, now: new Date(deps.clock()) });
    });
  const step = await held(prepare);
  if (step === undefined || 'kind' in step) return step;
  const service = createNoonLight({ egress: deps.egress, url: deps.config.noonLightUrl, token: step.token });
  if (step.what === 'create') {
    const answered = await service.create(step.row.request, id);
    return held((task) => settleCreate(task, answered));
  }
  const serviceAlarmId = step.row.serviceAlarmId ?? '';
  return step.what === 'cancel' ? cancelAt(service, serviceAlarmId, held) : lookAt(service, serviceAlarmId, held);
}

type Held = <T>(run: (task: Task) => Promise<T>) => Promise<T | undefined>;

const cancelAt = async (service: NoonLight, id: string, held: Held): Promise<JobEnd | undefined> => {
  const answered = await service.cancel(id);
  return held((task) => settleCancel(task, answered));
};

const lookAt = async (service: NoonLight, id: string, held: Held): Promise<JobEnd | undefined> => {
  const answered = await service.status(id);
  return held((task) => settleLook(task, answered));
};

/** What is to be asked now; or when to look again; undefined when there is nothing to do. */
function prepare(task: Task): Promise<Step | JobEnd | undefined> {
  const { delivery, status, cancellation } = task.row;
  if (delivery === 'pending') return prepareCreate(task);
  if (delivery !== 'accepted') return Promise.resolve(undefined);
  if (status === active) return prepareLook(task);
  return cancellation === 'pending' ? prepareCancel(task) : Promise.resolve(undefined);
}

async function prepareCreate(task: Task): Promise<Step | JobEnd | undefined> {
  const { row, now, work } = task;
  if (row.status === canceled) return lostTry(task);
  if (row.nextTryAt !== null && row.nextTryAt > now) return later(row.nextTryAt, 'the last try failed just now');
  const installed = await task.findDispatch(work.trx, row.organizationId);
  if (!installed) return deliveryFailed(task, { cause: 'uninstalled', detail: null });
  if (now >= row.givesUpAt) return giveUp(task);
  const tried = { tries: row.tries + 1, uncertainTries: row.uncertainTries + 1, nextTryAt: null };
  await updateDispatch(work.trx, row, tried);
  return { what: 'create', row: { ...row, ...tried }, token: installed.token };
}

async function prepareCancel(task: Task): Promise<Step | JobEnd | undefined> {
  const { row, now, work } = task;
  if (row.nextTryAt !== null && row.nextTryAt > now) return later(row.nextTryAt, 'the last try failed just now');
  const installed = await task.findDispatch(work.trx, row.organizationId);
  if (!installed) return cancellationFailed(task, { cause: 'uninstalled', detail: null });
  return { what: 'cancel', row, token: installed.token };
}

async function prepareLook(task: Task): Promise<Step | JobEnd | undefined> {
  const { row, now, work } = task;
  if (row.nextTryAt === null || now.getTime() > row.dispatchedAt.getTime() + looks.endAfterMs) return undefined;
  if (row.nextTryAt > now) return later(row.nextTryAt, 'it was looked at just now');
  const installed = await task.findDispatch(work.trx, row.organizationId);
  return installed ? { what: 'look', row, token: installed.token } : undefined;
}

/** Longer the longer it goes on; what the service asks for is given. */
function pauseAfter(since: Date, now: Date, waitMs: number): number {
  const grown = Math.min(Math.max((now.getTime() - since.getTime()) / 2, pauseMs.least), pauseMs.most);
  return Math.max(grown * (0.8 + Math.random() * 0.4), waitMs);
}

const giveUp = (task: Task): Promise<undefined> => {
  const { uncertainTries, deliveryDetail } = task.row;
  const cause = uncertainTries > 0 ? ('noAnswer' as const) : ('notReached' as const);
  return deliveryFailed(task, { cause, detail: deliveryDetail });
};

/** It was canceled, and a try of before may have arrived: only people can cancel what has no known id. It is never sent again. */
async function lostTry(task: Task): Promise<undefined> {
  const { row, work, now } = task;
  if (row.uncertainTries > 0) return deliveryFailed(task, { cause: 'noAnswer', detail: row.deliveryDetail });
  await updateDispatch(work.trx, row, { delivery: 'withdrawn', cancellation: null, nextTryAt: null, settledAt: now });
  await announceDispatch(work, row);
  return undefined;
}

async function settleCreate(task: Task, answered: Answered<string>): Promise<JobEnd | undefined> {
  const { row, work, now, log } = task;
  if (answered.kind === 'done') {
    if (row.delivery === 'accepted') {
      const { value: second } = answered;
      if (second !== row.serviceAlarmId)
        log.error({ dispatch: row.id, first: row.serviceAlarmId, second }, 'a monitoring service has one alarm twice');
      return undefined;
    }
    await serviceAccepted(task, answered.value, new Date(now.getTime() + looks.everyMs));
    return later(row.status === canceled ? now : now.getTime() + looks.everyMs, 'the service has it');
  }
  if (row.delivery !== 'pending') return undefined;
  const isKnown = answered.kind === 'refused' || !answered.mayHaveArrived;
  const uncertainTries = isKnown ? Math.max(row.uncertainTries - 1, 0) : row.uncertainTries;
  const { cause, detail } = answered;
  const tried = { ...task, row: { ...row, uncertainTries, deliveryDetail: detail } };
  if (row.status === canceled) {
    await updateDispatch(work.trx, row, { uncertainTries, deliveryDetail: detail });
    return lostTry(tried);
  }
  if (answered.kind === 'refused') return deliveryFailed(tried, { cause, detail });
  const nextTryAt = new Date(now.getTime() + pauseAfter(row.dispatchedAt, now, answered.waitMs));
  // Whoever waits for nothing is told at once.
  if (nextTryAt >= row.givesUpAt) return giveUp(tried);
  await updateDispatch(work.trx, row, { uncertainTries, nextTryAt, deliveryCause: cause, deliveryDetail: detail });
  await announceDispatch(work, row);
  return later(nextTryAt, cause);
}

async function settleCancel(task: Task, answered: Answered<null>): Promise<JobEnd | undefined> {
  const { row, work, now } = task;
  if (row.cancellation !== 'pending') return undefined;
  if (answered.kind === 'done') return cancellationAccepted(task);
  const { cause, detail } = answered;
  if (answered.kind === 'refused') return cancellationFailed(task, { cause, detail });
  const nextTryAt = new Date(now.getTime() + pauseAfter(row.canceledAt ?? now, now, answered.waitMs));
  if (row.cancellationGivesUpAt !== null && nextTryAt >= row.cancellationGivesUpAt)
    return cancellationFailed(task, { cause, detail });
  await updateDispatch(work.trx, row, { nextTryAt, cancellationCause: cause, cancellationDetail: detail });
  await announceDispatch(work, row);
  return later(nextTryAt, cause);
}

async function settleLook(task: Task, answered: Answered<'ACTIVE' | 'CANCELED'>): Promise<JobEnd | undefined> {
  const { row, work, now } = task;
  if (row.status !== active) return undefined;
  if (answered.kind === 'done' && answered.value === 'CANCELED') return endedByService(task);
  const isOld = now.getTime() > row.dispatchedAt.getTime() + looks.oldAfterMs;
  const nextTryAt = new Date(now.getTime() + (isOld ? looks.oldEveryMs : looks.everyMs));
  await updateDispatch(work.trx, row, { nextTryAt });
  return later(nextTryAt, 'the service still has it');
}
