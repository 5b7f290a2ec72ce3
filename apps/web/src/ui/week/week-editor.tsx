import { ActionIcon, Button } from '@mantine/core';
import type { WeeklyHours } from '@sightline/contracts/cameras/camera-settings';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Stack } from '../layout/stack.tsx';
import { DayRow } from './day-row.tsx';
import { onEveryDay, spansOf, weekdays, withDay } from './week-hours.ts';
import words from '../forms/field-words.module.css';
import classes from './week-editor.module.css';

interface WeekEditorProps {
  /** What the hours are, for people who do not see the page. */
  label: string;
  /** By which clock they count, and the like. */
  hint: string;
  /** What it means that there are none. */
  empty: string;
  hours: WeeklyHours;
  onChange: (hours: WeeklyHours) => void;
}

/** Hours of a week, by the clock of some zone: drawn with the pointer or set with the keyboard. */
export function WeekEditor({ label, hint, empty, hours, onChange }: WeekEditorProps) {
  const { t } = useTranslation();
  return (
    <Stack gap={12} className={classes.editor} role="group" aria-label={label}>
      <p className={words.hint}>{hint}</p>
      <ul className={classes.days}>
        <li className={classes.ruler} aria-hidden="true">
          <span className={classes.hours} dir="ltr">
            {[0, 6, 12, 18, 24].map((hour) => (
              <span key={hour}>{hour}</span>
            ))}
          </span>
        </li>
        {weekdays().map(({ day, name }) => (
          <DayRow
            key={day}
            day={name}
            hours={spansOf(hours, day)}
            onChange={(spans) => onChange(withDay(hours, day, spans))}
          >
            <ActionIcon
              disabled={!hours.some((span) => span.day === day)}
              aria-label={t('common.week.copy', { day: name })}
              onClick={() => onChange(onEveryDay(hours, day))}
            >
              <IconCopy size={16} stroke={1.6} aria-hidden />
            </ActionIcon>
          </DayRow>
        ))}
      </ul>
      <div>
        <Button variant="default" disabled={hours.length === 0} onClick={() => onChange([])}>
          {t('common.week.clear')}
        </Button>
      </div>
      {hours.length === 0 && (
        <p className={classes.empty} role="status">
          {empty}
        </p>
      )}
    </Stack>
  );
}
