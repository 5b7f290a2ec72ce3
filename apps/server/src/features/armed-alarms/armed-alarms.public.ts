import type { ChangeWork } from '../../platform/database/changes.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

/** Rules are armed at other times from now on: what runs them follows in the same transaction. */
export const armingChanged =
  hookPoint<[work: ChangeWork, rules: { organizationId: string; ruleIds: readonly string[] }]>(
    'armed-alarms.armingChanged',
  );

export { alarmsAtAlerts, armingOfRules, type AlertingAlarm } from './arming-of-rules.ts';

/** Which alarms somebody sees, for finding them by name, and which of them use a rule. */
export { alarmsInSight, alarmsUsing } from './armed-alarms.reading.ts';
