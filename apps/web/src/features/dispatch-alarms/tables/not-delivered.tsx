import type { DispatchAlarm } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { dispatchAlarmStatus } from '@sightline/contracts/dispatch-alarms/dispatch-alarm-status';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { serviceWords } from '../dispatch-words.ts';
import classes from '../dispatch/banner.module.css';

/** After that, whoever was sent in vain has come and gone. */
const concernsMs = 60 * 60_000;

const needsCall = ({ status, delivery, cancellation, cancelTime }: DispatchAlarm, nowUtcMs: number): boolean =>
  status === dispatchAlarmStatus.active
    ? delivery.state === 'refused'
    : (cancellation?.state === 'refused' ||
        (cancellation?.state === 'accepted' && cancellation.cause === 'noAnswer')) &&
      nowUtcMs < (cancelTime ?? 0) + concernsMs;

/** Says above everything else which alarms, or cancels of them, the monitoring service does not have: then somebody must call. */
export function NotDelivered({ alarms, nowUtcMs }: { alarms: readonly DispatchAlarm[]; nowUtcMs: number }) {
  const { t } = useTranslation();
  const failed = alarms.filter((alarm) => needsCall(alarm, nowUtcMs));
  return failed.map((alarm) => (
    <p key={alarm.id} className={classes.banner} data-concern="failed" role="alert">
      <IconAlertTriangle size={20} stroke={1.5} aria-hidden="true" />
      <span className={classes.words}>
        <strong>{t('dispatchAlarms.banner.of', { number: String(alarm.number), place: alarm.locationName })}</strong>{' '}
        {serviceWords(t, alarm, nowUtcMs).text}
      </span>
    </p>
  ));
}
