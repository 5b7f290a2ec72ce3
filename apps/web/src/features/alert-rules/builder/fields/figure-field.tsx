import '@mantine/core/styles/NumberInput.css';
import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatDuration } from '../../../../platform/i18n/format-number.ts';
import type { Limits } from '../condition-schema.ts';
import classes from '../builder.module.css';

/** What figures are measured in. */
export type FigureUnit = 's' | 'heights' | 'degrees' | 'm' | 'kmh' | 'cells' | 'percent' | 'days';

interface FigureFieldProps {
  label: string;
  limits: Limits;
  unit?: FigureUnit | undefined;
  hint?: string | undefined;
  /** Not a number while nothing is typed. */
  value: number;
  error?: ReactNode;
  onChange: (value: number) => void;
}

const minuteS = 60;

/** A figure with its unit; below it what it can be, and seconds in minutes and hours. */
export function FigureField({ label, limits, unit, hint, value, error, onChange }: FigureFieldProps) {
  const { t } = useTranslation();
  const unitWord = unit === undefined ? '' : t(`ruleBuilder.unit.${unit}`);
  const range = t('ruleBuilder.range', { min: formatCount(limits.min), max: formatCount(limits.max), unit: unitWord });
  const length = unit === 's' && value >= minuteS ? formatDuration(value * 1000) : undefined;
  return (
    <NumberInput
      label={label}
      description={[length, hint, range].filter((part) => part !== undefined).join(' · ')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={limits.min}
      max={limits.max}
      allowDecimal={!limits.isWhole}
      clampBehavior="none"
      hideControls
      inputMode="decimal"
      rightSection={unitWord === '' ? undefined : <span className={classes.unit}>{unitWord}</span>}
      rightSectionWidth={unitWord.length > 4 ? 112 : 48}
      rightSectionPointerEvents="none"
      value={Number.isNaN(value) ? '' : value}
      error={error}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : Number.parseFloat(typed))}
    />
  );
}
