import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readTyped, typedDirection, typedText, type TimeFieldKind } from '../../platform/i18n/typed-time.ts';
import { leaving, standingText, typing, type Typed } from './typed-time-text.ts';

interface TimeFieldProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'dir'> {
  kind: TimeFieldKind;
  /** `2026-11-22`, `14:05`, or both with `T` between; empty for nothing. */
  value: string;
  onChange: (value: string) => void;
  /** An empty field is wrong, too. */
  isNeeded?: boolean;
  /** What stands in the field is no day or time, or is one again: until then the value is that of before. */
  onWrong?: (isWrong: boolean) => void;
}

/** Some day and time by which a person is shown how to write them. */
const samples: Record<TimeFieldKind, string> = { day: '2026-11-22', clock: '14:05', moment: '2026-11-22T14:05' };

/** A day, a time of day or both, written and read as the person has dates and times written everywhere: the browser's own fields ask nobody. */
export function TimeField({
  kind,
  value,
  onChange,
  isNeeded = false,
  onWrong,
  error,
  onBlur,
  ...input
}: TimeFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Typed | null>(null);
  const read = (text: string): string | null => {
    const found = readTyped(text, kind);
    return found === '' && isNeeded ? null : found;
  };
  const text = standingText(typed, value);
  const isWrong = text !== null && read(text) === null;
  const sample = typedText(samples[kind], kind);
  const shown = text ?? typedText(value, kind);
  return (
    <TextInput
      {...input}
      // Not `auto`: the library puts it on the frame of the input, in which no text stands.
      dir={typedDirection(shown, sample)}
      autoComplete="off"
      spellCheck={false}
      placeholder={sample}
      value={shown}
      error={isWrong ? t('common.time.wrong', { sample }) : error}
      onChange={({ currentTarget }) => {
        const found = read(currentTarget.value);
        const next = typing(currentTarget.value, found, { typed, value });
        setTyped(next.typed);
        if (next.value !== value) onChange(next.value);
        onWrong?.(found === null);
      }}
      onBlur={(event) => {
        setTyped(leaving(typed, { value, isWrong }));
        onBlur?.(event);
      }}
    />
  );
}
