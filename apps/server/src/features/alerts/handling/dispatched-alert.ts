import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Hooks } from '../../../platform/features/hooks.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { findAlert } from '../alerts.repository.ts';
import { tellHandling } from './alert-handling-updates.ts';
import { extendTake } from './alert-takes.ts';

/** Help was sent because of an alert. */
export interface DispatchedAlert {
  organizationId: string;
  alertId: string;
  /** By which people call the dispatch. */
  number: number;
  now: Date;
}

/** Sending help is a deed: whoever has the alert keeps it for longer, and its history says who sent help. */
export async function alertDispatched(
  work: ChangeWork,
  { hooks, jobs }: { hooks: Hooks; jobs: Jobs },
  { organizationId, alertId: id, number, now }: DispatchedAlert,
): Promise<void> {
  const row = await findAlert(work.trx, organizationId, { id, isHeld: true });
  if (!row) return;
  await extendTake(work.trx, jobs, { organizationId, row, now });
  await tellHandling(work, hooks, { organizationId, row, action: 'alert.dispatch', data: { number } });
}
