import type { ChangeWork } from '../../platform/database/changes.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

/** Access systems said something of these doors, in the transaction in which it is kept. */
export const accessEventsTaken =
  hookPoint<[work: ChangeWork, taken: { organizationId: string; doorIds: readonly string[] }]>('accessEvents.taken');
