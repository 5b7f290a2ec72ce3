import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface NumberFieldProps {
  label: ReactNode;
  description?: ReactNode;
  /** Not a number while nothing, or something else, is typed. */
  value: number;
  error?: ReactNode;
  onChange: (value: number) => void;
}

/** A whole number as it is typed. */
export function NumberField({ label, description, value, error, onChange }: NumberFieldProps) {
  return (
    <TextInput
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="numeric"
      maxLength={5}
      value={Number.isNaN(value) ? '' : String(value)}
      error={error}
      onChange={({ currentTarget: { value: typed } }) => onChange(/^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN)}
    />
  );
}
