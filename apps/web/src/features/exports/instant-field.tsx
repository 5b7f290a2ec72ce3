import { Button } from '@mantine/core';
import { useState } from 'react';
import { TimeField } from '../../ui/time/time-field.tsx';
import { instantText, parseInstant } from './export-range.ts';
import classes from './exports.module.css';

interface InstantFieldProps {
  label: string;
  valueMs: number;
  timeZone: string;
  error: string | null;
  onChange: (utcMs: number) => void;
  /** What stands in the field is no day and time, or is one again: until then the value is not what is shown. */
  onWrong: (isWrong: boolean) => void;
  /** Takes the time from the playhead, where there is one. */
  mark?: { label: string; onMark: () => void };
}

/** Day and time of the site's clock, typed or taken from the playhead. */
export function InstantField({ label, valueMs, timeZone, error, onChange, onWrong, mark }: InstantFieldProps) {
  const [marked, setMarked] = useState(0);
  return (
    <div className={mark && classes.instant}>
      <TimeField
        // What is marked takes the place of what stands there, also of what is no time.
        key={marked}
        kind="moment"
        isNeeded
        label={label}
        value={instantText(valueMs, timeZone)}
        error={error}
        onWrong={onWrong}
        onChange={(text) => {
          const utcMs = parseInstant(text, timeZone);
          if (utcMs !== null) onChange(utcMs);
        }}
      />
      {mark && (
        <Button
          variant="default"
          onClick={() => {
            setMarked(marked + 1);
            onWrong(false);
            mark.onMark();
          }}
        >
          {mark.label}
        </Button>
      )}
    </div>
  );
}
