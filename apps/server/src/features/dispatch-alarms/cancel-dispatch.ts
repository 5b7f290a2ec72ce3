import { dispatchAlarmStatus } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import type { Clock } from '../../platform/clock/clock.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import * as repository from './dispatch-alarms.repository.ts';
import { tellDispatch } from './dispatch-news.ts';

type Outcome = Partial<Pick<repository.DispatchRow, 'delivery' | 'cancellation' | 'cancellationCause' | 'settledAt'>>;

/** What becomes of an alarm at the monitoring service that is canceled here. A try that is on its way counts as one of which nobody knows. */
function outcomeOf({ delivery, uncertainTries }: repository.DispatchRow, at: Date): Outcome {
  if (delivery === 'accepted') return { cancellation: 'pending' };
  if (delivery === 'pending')
    return uncertainTries === 0 ? { delivery: 'withdrawn', settledAt: at } : { cancellation: 'pending' };
  // It may have an alarm whose id nobody knows: only people can cancel that.
  return uncertainTries === 0 ? {} : { cancellation: 'refused', cancellationCause: 'noAnswer' };
}

/** Cancels an active alarm that is held. What the monitoring service surely has not heard of is never sent. */
export async function cancelDispatch(
  { clock }: { clock: Clock },
  work: ChangeWork,
  { row, by }: { row: repository.DispatchRow; by: { userId: string; name: string } | null },
): Promise<void> {
  const at = new Date(clock());
  await repository.updateDispatch(work.trx, row, {
    status: dispatchAlarmStatus.canceled,
    canceledAt: at,
    canceledBy: by?.userId ?? null,
    canceledByName: by?.name ?? null,
    ...outcomeOf(row, at),
  });
  await tellDispatch(work, row, { action: 'dispatchAlarm.cancel' });
}
