import type { ManagedAlarm } from '@sightline/contracts/managed-alarms/managed-alarm';
import { managedAlarmStatus } from '@sightline/contracts/managed-alarms/managed-alarm-status';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../ui/status/status-label.tsx';

/** Whether an alarm waits for somebody, was left too long, or is closed. */
export function ManagedState({ status }: Pick<ManagedAlarm, 'status'>) {
  const { t } = useTranslation();
  if (status === managedAlarmStatus.active)
    return <StatusLabel level="bad">{t('managedAlarms.status.active')}</StatusLabel>;
  if (status === managedAlarmStatus.timeout)
    return <StatusLabel level="warn">{t('managedAlarms.status.timeout')}</StatusLabel>;
  // What needs nobody is quiet.
  return t('managedAlarms.status.closed');
}
