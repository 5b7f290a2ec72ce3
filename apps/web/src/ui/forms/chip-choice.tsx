import { useId, type ReactNode } from 'react';
import { Row } from '../layout/row.tsx';
import words from './field-words.module.css';
import classes from './chip-choice.module.css';

interface ChipChoiceProps {
  label: string;
  /** All of them visible. */
  options: readonly { value: string; label: ReactNode }[];
  chosen: readonly string[];
  /** Whether several can be chosen. */
  isMany?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  onChange: (chosen: string[]) => void;
}

/** One or some of a few, each as a chip that is on or off. */
export function ChipChoice({ label, options, chosen, isMany = false, hint, error, onChange }: ChipChoiceProps) {
  const name = useId();
  const choose = (value: string): void => {
    if (!isMany) onChange([value]);
    // In the order of the options, so that it does not matter which was chosen first.
    else
      onChange(
        options
          .map((option) => option.value)
          .filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one))),
      );
  };
  return (
    <fieldset className={classes.field} aria-describedby={error === undefined ? undefined : `${name}-wrong`}>
      <legend className={words.label}>{label}</legend>
      <Row wrap gap={8}>
        {options.map((option) => (
          <label key={option.value} className={classes.chip}>
            <input
              type={isMany ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(option.value)}
              onChange={() => choose(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </Row>
      {hint !== undefined && <p className={words.hint}>{hint}</p>}
      {error !== undefined && (
        <p id={`${name}-wrong`} className={classes.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
