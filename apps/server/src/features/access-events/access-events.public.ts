import type { ChangeWork } from '../../platform/database/changes.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

/** Events that rules ask about, and what became of them. */
export { doorsWaiting, grantsBetween, judgedAs, waitingAt, type WaitingEvent } from './access-judging.repository.ts';

/** Access systems said something of these doors, in the transaction in which it is kept. */
export const accessEventsTaken =
  hookPoint<[work: ChangeWork, taken: { organizationId: string; doorIds: readonly string[] }]>('accessEvents.taken');
