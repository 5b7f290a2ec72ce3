import type { DispatchFailure } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { dispatchAlarmStatus } from '@sightline/contracts/dispatch-alarms/dispatch-alarm-status';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { dispatchPatienceMs } from './dispatch-patience.ts';
import { updateDispatch, type DispatchRow } from './dispatch-alarms.repository.ts';
import { dispatchNoticeJobs } from './dispatch-jobs.ts';
import { announceDispatch, tellDispatch } from './dispatch-news.ts';

interface Task {
  work: ChangeWork;
  jobs: Jobs;
  row: DispatchRow;
  now: Date;
}

interface Why {
  cause: DispatchFailure;
  detail: string | null;
}

const tellPeople = (
  { work, jobs, row: { organizationId, id } }: Task,
  about: 'delivery' | 'cancellation',
): Promise<void> =>
  jobs.add(work.trx, dispatchNoticeJobs, { data: { organizationId, dispatchId: id, about }, organizationId });

/** The service has it, perhaps after it was given up or canceled here. */
export async function serviceAccepted(task: Task, serviceAlarmId: string, nextTryAt: Date): Promise<void> {
  const { work, row, now } = task;
  const isCanceled = row.status === dispatchAlarmStatus.canceled;
  await updateDispatch(work.trx, row, {
    delivery: 'accepted',
    deliveryCause: null,
    deliveryDetail: null,
    serviceAlarmId,
    settledAt: now,
    nextTryAt: isCanceled ? null : nextTryAt,
    ...(isCanceled
      ? {
          cancellation: 'pending',
          cancellationCause: null,
          cancellationGivesUpAt: new Date(now.getTime() + dispatchPatienceMs),
        }
      : {}),
  });
  await tellDispatch(work, row, { action: 'dispatchAlarm.accept', data: { serviceAlarmId } });
}

/** It is sent no more, and whoever may dispatch is told. */
export async function deliveryFailed(task: Task, { cause, detail }: Why): Promise<undefined> {
  const { work, row, now } = task;
  const isCanceled = row.status === dispatchAlarmStatus.canceled;
  const mayCome = row.uncertainTries > 0;
  await updateDispatch(work.trx, row, {
    delivery: 'refused',
    deliveryCause: cause,
    deliveryDetail: detail,
    uncertainTries: row.uncertainTries,
    nextTryAt: null,
    settledAt: now,
    ...(isCanceled ? { cancellation: mayCome ? 'refused' : null, cancellationCause: mayCome ? 'noAnswer' : null } : {}),
  });
  await tellDispatch(work, row, { action: 'dispatchAlarm.refuse', data: { cause, detail } });
  if (!isCanceled) await tellPeople(task, 'delivery');
  else if (mayCome) await tellPeople(task, 'cancellation');
  return undefined;
}

/** The service canceled what it accepted. Tries of before that got no answer may have become alarms of their own there. */
export async function cancellationAccepted(task: Task): Promise<undefined> {
  const { work, row } = task;
  const mayBeTwice = row.uncertainTries > 1;
  await updateDispatch(work.trx, row, {
    cancellation: 'accepted',
    cancellationCause: mayBeTwice ? 'noAnswer' : null,
    cancellationDetail: null,
    nextTryAt: null,
  });
  await announceDispatch(work, row);
  if (mayBeTwice) await tellPeople(task, 'cancellation');
  return undefined;
}

/** The service does not know that it was canceled: somebody must call it. */
export async function cancellationFailed(task: Task, { cause, detail }: Why): Promise<undefined> {
  const { work, row } = task;
  await updateDispatch(work.trx, row, {
    cancellation: 'refused',
    cancellationCause: cause,
    cancellationDetail: detail,
    nextTryAt: null,
  });
  await tellDispatch(work, row, { action: 'dispatchAlarm.keep', data: { cause, detail } });
  await tellPeople(task, 'cancellation');
  return undefined;
}

/** The service ended it by itself, or somebody did on the telephone. */
export async function endedByService({ work, row, now }: Task): Promise<undefined> {
  await updateDispatch(work.trx, row, {
    status: dispatchAlarmStatus.canceled,
    canceledAt: now,
    canceledBy: null,
    canceledByName: null,
    nextTryAt: null,
  });
  await tellDispatch(work, row, { action: 'dispatchAlarm.end' });
  return undefined;
}
