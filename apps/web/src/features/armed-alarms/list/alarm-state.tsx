import type { ArmedAlarm } from '@sightline/contracts/armed-alarms/armed-alarm';
import { useTranslation } from 'react-i18next';
import { formatSince } from '../../../platform/i18n/format-time.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { StatusLabel } from '../../../ui/status/status-label.tsx';

interface AlarmStateProps {
  alarm: Pick<ArmedAlarm, 'calculatedState' | 'changesAtUtcMs' | 'activeCount'>;
  nowUtcMs: number;
}

/** Whether an alarm is armed now, and until when, by the clock of whoever looks. */
export function AlarmState({ alarm: { calculatedState, changesAtUtcMs, activeCount }, nowUtcMs }: AlarmStateProps) {
  const { t } = useTranslation();
  const level = activeCount > 0 ? 'bad' : calculatedState === 'armed' ? 'ok' : 'idle';
  const time = changesAtUtcMs === null ? null : formatSince(changesAtUtcMs, nowUtcMs, ownZone());
  return (
    <StatusLabel level={level}>
      {time === null
        ? t(`armedAlarms.state.${calculatedState}`)
        : t(`armedAlarms.state.${calculatedState}Until`, { time })}
    </StatusLabel>
  );
}
