import type { ChangeWork } from '../../platform/database/changes.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

/** Somebody is a member of an organization no more. In the transaction in which it happens. */
export const memberLeft =
  hookPoint<[work: ChangeWork, member: { organizationId: string; userId: string }]>('users.left');
