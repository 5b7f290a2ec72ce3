import type { ScheduleTimes } from '@sightline/contracts/schedules/schedule';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { dayOf, startOfDayNamed } from '@sightline/domain/time/zone-time';
import { TimeField } from '../../ui/time/time-field.tsx';
import { DayRow } from '../../ui/week/day-row.tsx';
import classes from './schedules.module.css';

type Exceptions = ScheduleTimes['exceptions'];

interface ExceptionDaysProps {
  exceptions: Exceptions;
  timeZone: string;
  onChange: (exceptions: Exceptions) => void;
}

const maxExceptions = 366;
const dayMs = 86_400_000;

/** The first day from tomorrow on that is not in the list. */
const freeDay = (exceptions: Exceptions, timeZone: string): string => {
  const taken = new Set(exceptions.map(({ date }) => date));
  let utcMs = serverNowUtcMs() + dayMs;
  while (taken.has(dayOf(utcMs, timeZone))) utcMs += dayMs;
  return dayOf(utcMs, timeZone);
};

/** Dates on which other hours hold than on their weekday: closed all day, or open at these times. */
export function ExceptionDays({ exceptions, timeZone, onChange }: ExceptionDaysProps) {
  const { t } = useTranslation();
  const nameOf = (date: string): string => {
    const utcMs = startOfDayNamed(date, 'UTC');
    return utcMs === null ? date : formatTime(utcMs, 'UTC', 'day');
  };
  return (
    <>
      {exceptions.length > 0 && (
        <ul className={classes.dates}>
          {exceptions.map(({ date, hours }, index) => (
            <DayRow
              // Days have no name but their place: the date is being written.
              key={`day ${String(index)}`}
              day={nameOf(date)}
              head={
                <TimeField
                  kind="day"
                  isNeeded
                  size="xs"
                  aria-label={t('schedules.form.date', { number: index + 1 })}
                  value={date}
                  onChange={(next) => onChange(exceptions.with(index, { date: next, hours }))}
                />
              }
              hours={hours}
              onChange={(next) => onChange(exceptions.with(index, { date, hours: [...next] }))}
            >
              <ActionIcon
                aria-label={t('schedules.form.removeDate', { day: nameOf(date) })}
                onClick={() => onChange(exceptions.toSpliced(index, 1))}
              >
                <IconTrash size={16} stroke={1.6} aria-hidden="true" />
              </ActionIcon>
              {hours.length === 0 && <span className={classes.note}>{t('schedules.form.closed')}</span>}
            </DayRow>
          ))}
        </ul>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
          disabled={exceptions.length >= maxExceptions}
          onClick={() => onChange([...exceptions, { date: freeDay(exceptions, timeZone), hours: [] }])}
        >
          {t('schedules.form.addDate')}
        </Button>
      </div>
    </>
  );
}
