import { TextInput } from '@mantine/core';
import { clockOf, minutesOf } from './schedule-days.ts';
import classes from './user-devices.module.css';

interface TimeFieldProps {
  label: string;
  /** Minutes of the day. */
  value: number;
  isEnd: boolean;
  isWrong?: boolean;
  onChange: (minutes: number) => void;
}

/** A time of day, in minutes. */
export function TimeField({ label, value, isEnd, isWrong = false, onChange }: TimeFieldProps) {
  return (
    <TextInput
      type="time"
      aria-label={label}
      dir="ltr"
      className={classes.time}
      value={clockOf(value)}
      error={isWrong}
      onChange={(event) => {
        const minutes = minutesOf(event.currentTarget.value, isEnd);
        if (minutes !== null) onChange(minutes);
      }}
    />
  );
}
