import { dispatchAlarmStatus } from '@sightline/contracts/dispatch-alarms/dispatch-alarm-status';
import type { Clock } from '../../platform/clock/clock.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import * as repository from './dispatch-alarms.repository.ts';
import { askDispatch } from './dispatch-jobs.ts';
import { tellDispatch } from './dispatch-news.ts';
import { dispatchPatienceMs } from './dispatch-patience.ts';

type Outcome = Partial<
  Pick<
    repository.DispatchRow,
    'delivery' | 'cancellation' | 'cancellationCause' | 'cancellationGivesUpAt' | 'settledAt' | 'nextTryAt'
  >
>;

/** What becomes of an alarm at the monitoring service that is canceled here. A try that is on its way counts as one of which nobody knows. */
function outcomeOf({ delivery, uncertainTries }: repository.DispatchRow, at: Date): Outcome {
  const toBeTold: Outcome = {
    cancellation: 'pending',
    cancellationGivesUpAt: new Date(at.getTime() + dispatchPatienceMs),
    nextTryAt: null,
  };
  if (delivery === 'accepted') return toBeTold;
  if (delivery === 'pending')
    return uncertainTries === 0 ? { delivery: 'withdrawn', settledAt: at, nextTryAt: null } : toBeTold;
  // It may have an alarm whose id nobody knows: only people can cancel that.
  return uncertainTries === 0 ? {} : { cancellation: 'refused', cancellationCause: 'noAnswer' };
}

/** Cancels an active alarm that is held. What the monitoring service surely has not heard of is never sent. */
export async function cancelDispatch(
  { clock, jobs }: { clock: Clock; jobs: Jobs },
  work: ChangeWork,
  { row, by }: { row: repository.DispatchRow; by: { userId: string; name: string } | null },
): Promise<void> {
  const at = new Date(clock());
  const outcome = outcomeOf(row, at);
  await repository.updateDispatch(work.trx, row, {
    status: dispatchAlarmStatus.canceled,
    canceledAt: at,
    canceledBy: by?.userId ?? null,
    canceledByName: by?.name ?? null,
    ...outcome,
  });
  if (outcome.cancellation === 'pending') await askDispatch(work.trx, jobs, row);
  await tellDispatch(work, row, { action: 'dispatchAlarm.cancel' });
}
