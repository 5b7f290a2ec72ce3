import type { ScheduleTimes } from '@sightline/contracts/schedules/schedule';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import { typedText } from '../../platform/i18n/typed-time.ts';
import { clockOf } from '../../ui/week/week-hours.ts';
import { clockChanges, type ClockChange } from './schedule-values.ts';
import classes from './schedules.module.css';

const hoursOf = (minutes: number): string =>
  leftToRight(`${String(Math.floor(minutes / 60))}:${String(minutes % 60).padStart(2, '0')}`);

/** What the next changes of the clocks make of the schedule: how long it is open on those days. */
export function ClockChanges({ times }: { times: ScheduleTimes }) {
  const { t } = useTranslation();
  const changes = useMemo(() => clockChanges(times, serverNowUtcMs()), [times]);
  if (changes.length === 0) return <p className={classes.note}>{t('schedules.clocks.none')}</p>;
  const told = ({ atUtcMs, fromMinute, toMinute, openMinutes, clockMinutes }: ClockChange): string => {
    const said = {
      day: formatTime(atUtcMs, times.timeZone, 'day'),
      from: leftToRight(typedText(clockOf(fromMinute), 'clock')),
      to: leftToRight(typedText(clockOf(toMinute), 'clock')),
      open: hoursOf(openMinutes),
      usual: hoursOf(clockMinutes),
    };
    return openMinutes === clockMinutes ? t('schedules.clocks.same', said) : t('schedules.clocks.other', said);
  };
  return (
    <ul className={classes.clocks} aria-label={t('schedules.clocks.label')}>
      {changes.map((change) => (
        <li key={change.date}>{told(change)}</li>
      ))}
    </ul>
  );
}
