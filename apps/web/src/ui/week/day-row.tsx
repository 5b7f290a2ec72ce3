import { ActionIcon } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeField } from '../time/time-field.tsx';
import { DayStrip } from './day-strip.tsx';
import { overlap } from './drawn-hours.ts';
import { clockOf, minuteOf, nextHours, type Hours } from './week-hours.ts';
import words from '../forms/field-words.module.css';
import classes from './week-editor.module.css';

interface DayRowProps {
  /** Name of the day, for its fields. */
  day: string;
  /** What stands before its hours; the name of the day where absent. */
  head?: ReactNode;
  hours: readonly Hours[];
  onChange: (hours: readonly Hours[]) => void;
  /** What else can be done with the day. */
  children?: ReactNode;
}

/** The hours of one day: drawn, and as exact times. */
export function DayRow({ day, head, hours, onChange, children }: DayRowProps) {
  const { t } = useTranslation();
  const further = nextHours(hours);
  const isOverlapping = overlap(hours);
  const time = (index: number, span: Hours, end: 'from' | 'to') => (
    <TimeField
      kind="clock"
      size="xs"
      aria-label={t(`common.week.${end}`, { day, number: index + 1 })}
      value={clockOf(end === 'from' ? span.fromMinute : span.toMinute)}
      error={span.fromMinute >= span.toMinute || isOverlapping}
      onChange={(value) => {
        const minute = minuteOf(value, end);
        if (minute !== null)
          onChange(hours.with(index, { ...span, [end === 'from' ? 'fromMinute' : 'toMinute']: minute }));
      }}
    />
  );
  return (
    <li className={classes.day}>
      {head ?? <span className={words.label}>{day}</span>}
      <DayStrip day={day} hours={hours} onChange={onChange} />
      <div className={classes.spans}>
        {hours.map((span, index) => (
          <span key={`span ${String(index)}`} className={classes.span}>
            {time(index, span, 'from')}
            <span aria-hidden="true">–</span>
            {time(index, span, 'to')}
            <ActionIcon
              aria-label={t('common.week.remove', { day, number: index + 1 })}
              onClick={() => onChange(hours.toSpliced(index, 1))}
            >
              <IconX size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </span>
        ))}
        <ActionIcon
          disabled={further === null}
          aria-label={t('common.week.add', { day })}
          onClick={() => further && onChange([...hours, further])}
        >
          <IconPlus size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
        {children}
        {isOverlapping && <span className={classes.empty}>{t('common.week.overlap')}</span>}
      </div>
    </li>
  );
}
