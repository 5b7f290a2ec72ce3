import { useId, type ReactNode } from 'react';
import { Row } from '../layout/row.tsx';
import classes from './choice-list.module.css';

interface ChoiceListProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: ReactNode; lang?: string }[];
  onChange: (value: T) => void;
  disabled?: boolean;
}

/** One of a few, all of them visible. */
export function ChoiceList<T extends string>({
  label,
  value,
  options,
  onChange,
  disabled = false,
}: ChoiceListProps<T>) {
  const name = useId();
  return (
    <fieldset className={classes.field} disabled={disabled}>
      <legend className={classes.legend}>{label}</legend>
      {options.map((option) => (
        <Row as="label" align="center" gap={12} key={option.value} className={classes.choice}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span lang={option.lang}>{option.label}</span>
        </Row>
      ))}
    </fieldset>
  );
}
