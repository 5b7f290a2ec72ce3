import type { DispatchAlarm } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { dispatchAlarmStatus } from '@sightline/contracts/dispatch-alarms/dispatch-alarm-status';
import { useTranslation } from 'react-i18next';
import { Ellipsis } from '../../../ui/layout/ellipsis.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import { serviceWords } from '../dispatch-words.ts';
import classes from './tables.module.css';

interface DispatchStateProps {
  alarm: DispatchAlarm;
  nowUtcMs: number;
  /** What it is called in the history: by how far it came. */
  isLifecycle?: boolean;
}

/** Whether an alarm is active, and whether the monitoring service has it or knows that it was canceled. */
export function DispatchState({ alarm, nowUtcMs, isLifecycle = false }: DispatchStateProps) {
  const { t } = useTranslation();
  const { concern, text } = serviceWords(t, alarm, nowUtcMs);
  const isActive = alarm.status === dispatchAlarmStatus.active;
  const word = isLifecycle
    ? t(`dispatchAlarms.lifecycle.${alarm.lifecycle}`)
    : t(isActive ? 'dispatchAlarms.status.active' : 'dispatchAlarms.status.handled');
  return (
    <span className={classes.state}>
      {isActive ? (
        <StatusLabel level={concern === 'waiting' ? 'warn' : 'bad'}>{word}</StatusLabel>
      ) : (
        <span>{word}</span>
      )}
      <Ellipsis className={classes.service} data-concern={concern} title={text}>
        {text}
      </Ellipsis>
    </span>
  );
}
