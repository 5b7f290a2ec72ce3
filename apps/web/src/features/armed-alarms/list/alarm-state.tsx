import type { ArmedAlarm } from '@sightline/contracts/armed-alarms/armed-alarm';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { formatSince } from '../../../platform/i18n/format-time.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import classes from './alarms.module.css';

interface AlarmStateProps {
  alarm: Pick<ArmedAlarm, 'calculatedState' | 'changesAtUtcMs' | 'activeCount' | 'rules' | 'hiddenRuleCount'>;
  nowUtcMs: number;
}

/** Whether an alarm is armed now, and until when, by the clock of whoever looks; and whether alerts of it wait for somebody, which leads to them. */
export function AlarmState({ alarm, nowUtcMs }: AlarmStateProps) {
  const { calculatedState, changesAtUtcMs, activeCount, rules, hiddenRuleCount } = alarm;
  const { t } = useTranslation();
  const time = changesAtUtcMs === null ? null : formatSince(changesAtUtcMs, nowUtcMs, ownZone());
  const state =
    time === null
      ? t(`armedAlarms.state.${calculatedState}`)
      : t(`armedAlarms.state.${calculatedState}Until`, { time });
  // Its rules were deleted, or never chosen: nobody must think that it watches anything.
  if (rules.length + hiddenRuleCount === 0 && calculatedState === 'armed')
    return <StatusLabel level="warn">{t('armedAlarms.state.withoutRules', { state })}</StatusLabel>;
  if (activeCount === 0) return <StatusLabel level={calculatedState === 'armed' ? 'ok' : 'idle'}>{state}</StatusLabel>;
  const active = t('armedAlarms.state.active', { count: activeCount, shown: formatCount(activeCount) });
  return (
    <StatusLabel level="bad">
      <Link to="/alarm-management" search={{ tab: 'manager' }} className={classes.active}>
        {active}
      </Link>
      {` · ${state}`}
    </StatusLabel>
  );
}
