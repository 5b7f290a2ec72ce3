import type { EventReport } from '@sightline/contracts/events/event';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import { hookPoint } from '../../../platform/features/hooks.ts';

/** Events of a core as they are known now, newer than what was kept of them; in the transaction in which they are. */
export const eventsKept =
  hookPoint<[work: ChangeWork, kept: { organizationId: string; edgeId: string; reports: readonly EventReport[] }]>(
    'events.kept',
  );
