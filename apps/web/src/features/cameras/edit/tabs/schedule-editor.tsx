import { ActionIcon, Button } from '@mantine/core';
import type { WeeklyHours } from '@sightline/contracts/cameras/camera-settings';
import { IconCopy, IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { TimeField } from '../../../../ui/time/time-field.tsx';
import { clockOf, minuteOf, nextSpan, onEveryDay, spansOf, weekdays, withDay, type Span } from './schedule-week.ts';
import words from '../../../../ui/forms/field-words.module.css';
import classes from './schedule-editor.module.css';

interface ScheduleEditorProps {
  schedule: WeeklyHours;
  timeZone: string;
  onChange: (schedule: WeeklyHours) => void;
}

const percent = (minute: number): string => `${String((minute / 1440) * 100)}%`;

/** Hours of a week in which footage is wanted, by the clock of the site. */
export function ScheduleEditor({ schedule, timeZone, onChange }: ScheduleEditorProps) {
  const { t } = useTranslation();
  const row = ({ day, name }: { day: number; name: string }) => {
    const spans = spansOf(schedule, day);
    const further = nextSpan(schedule, day);
    const setSpan = (index: number, span: Span): void => onChange(withDay(schedule, day, spans.with(index, span)));
    const time = (index: number, span: Span, end: 'from' | 'to') => (
      <TimeField
        kind="clock"
        size="xs"
        aria-label={t(`cameraEdit.schedule.${end}`, { day: name, number: index + 1 })}
        value={clockOf(end === 'from' ? span.fromMinute : span.toMinute)}
        error={span.fromMinute >= span.toMinute}
        onChange={(value) => {
          const minute = minuteOf(value, end);
          if (minute !== null)
            setSpan(index, end === 'from' ? { ...span, fromMinute: minute } : { ...span, toMinute: minute });
        }}
      />
    );
    return (
      <li key={day} className={classes.day}>
        <span className={words.label}>{name}</span>
        <div className={classes.strip} dir="ltr" aria-hidden="true">
          {spans.map((span) => (
            <span
              key={`${String(span.fromMinute)}-${String(span.toMinute)}`}
              className={classes.on}
              style={{
                insetInlineStart: percent(span.fromMinute),
                inlineSize: percent(Math.max(0, span.toMinute - span.fromMinute)),
              }}
            />
          ))}
        </div>
        <div className={classes.spans}>
          {spans.map((span, index) => (
            <span key={`span ${String(index)}`} className={classes.span}>
              {time(index, span, 'from')}
              <span aria-hidden="true">–</span>
              {time(index, span, 'to')}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('cameraEdit.schedule.remove', { day: name, number: index + 1 })}
                onClick={() => onChange(withDay(schedule, day, spans.toSpliced(index, 1)))}
              >
                <IconX size={16} stroke={1.6} aria-hidden />
              </ActionIcon>
            </span>
          ))}
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={further === null}
            aria-label={t('cameraEdit.schedule.add', { day: name })}
            onClick={() => further && onChange([...schedule, further])}
          >
            <IconPlus size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            disabled={spans.length === 0}
            aria-label={t('cameraEdit.schedule.copy', { day: name })}
            onClick={() => onChange(onEveryDay(schedule, day))}
          >
            <IconCopy size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </div>
      </li>
    );
  };
  return (
    <Stack gap={12} className={classes.editor} role="group" aria-label={t('cameraEdit.schedule.title')}>
      <p className={words.hint}>{t('cameraEdit.schedule.hint', { zone: timeZone })}</p>
      <ul className={classes.days}>{weekdays().map(row)}</ul>
      <div>
        <Button variant="default" disabled={schedule.length === 0} onClick={() => onChange([])}>
          {t('cameraEdit.schedule.clear')}
        </Button>
      </div>
      {schedule.length === 0 && (
        <p className={classes.empty} role="status">
          {t('cameraEdit.schedule.empty')}
        </p>
      )}
    </Stack>
  );
}
