import type { ChangeWork } from '../../platform/database/changes.ts';
import { hookPoint } from '../../platform/features/hooks.ts';
import type { AlertingAlarm } from '../armed-alarms/armed-alarms.public.ts';

/** An alert that was not known before. */
interface OpenedAlertAt {
  organizationId: string;
  alertId: string;
  locationId: string;
  atUtcMs: number;
  /** The armed alarms that it belongs to. */
  alarms: readonly AlertingAlarm[];
}

/** A new alert is kept, also one that comes late or is over already. */
export const alertOpened = hookPoint<[work: ChangeWork, alert: OpenedAlertAt]>('alerts.opened');
