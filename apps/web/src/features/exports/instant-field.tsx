import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
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
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && parseInstant(typed, timeZone) === null;
  return (
    <div className={mark && classes.instant}>
      <TextInput
        label={label}
        dir="ltr"
        value={typed ?? instantText(valueMs, timeZone)}
        error={isWrong ? t('exports.create.wrongTime') : error}
        spellCheck={false}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          const utcMs = parseInstant(value, timeZone);
          onWrong(utcMs === null);
          if (utcMs !== null) onChange(utcMs);
        }}
        onBlur={() => {
          if (!isWrong) setTyped(null);
        }}
      />
      {mark && (
        <Button
          variant="default"
          onClick={() => {
            setTyped(null);
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
