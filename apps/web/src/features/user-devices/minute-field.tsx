import { TimeField } from '../../ui/time/time-field.tsx';
import { clockOf, minutesOf } from './schedule-days.ts';
import classes from './user-devices.module.css';

interface MinuteFieldProps {
  label: string;
  /** Minutes of the day. */
  value: number;
  isEnd: boolean;
  isWrong?: boolean;
  onChange: (minutes: number) => void;
}

/** A time of day, in minutes. */
export function MinuteField({ label, value, isEnd, isWrong = false, onChange }: MinuteFieldProps) {
  return (
    <TimeField
      kind="clock"
      aria-label={label}
      className={classes.time}
      value={clockOf(value)}
      error={isWrong}
      onChange={(clock) => {
        const minutes = minutesOf(clock, isEnd);
        if (minutes !== null) onChange(minutes);
      }}
    />
  );
}
