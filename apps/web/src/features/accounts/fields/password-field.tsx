import { PasswordInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { passwordLength, passwordStrength } from './password-strength.ts';
import classes from './password-field.module.css';

const steps = ['weak', 'fair', 'good', 'strong'] as const;

interface PasswordFieldProps {
  label: string;
  value: string;
  /** What a guesser knows: the address, the name. */
  known?: readonly string[];
  field: GetInputPropsReturnType;
}

/** A new password, with how hard it is to guess: in words, and as a bar for the quick look. */
export function PasswordField({ label, value, known = [], field }: PasswordFieldProps) {
  const { t } = useTranslation();
  const strength = passwordStrength(value, known);
  const reached = steps.indexOf(strength as 'weak') + 1;
  const say = (): string => {
    if (strength === 'empty') return t('accounts.strength.empty', { count: passwordLength });
    if (strength === 'short') return t('accounts.strength.short', { count: passwordLength - value.length });
    return t(`accounts.strength.${strength}`);
  };
  return (
    <div>
      <PasswordInput
        label={label}
        autoComplete="new-password"
        dir="ltr"
        maxLength={200}
        visibilityToggleButtonProps={{ 'aria-label': t('common.account.showPassword') }}
        {...field}
      />
      <div className={classes.bar} data-reached={reached} aria-hidden="true">
        {steps.map((step, index) => (
          <i key={step} data-on={index < reached} />
        ))}
      </div>
      <p className={classes.words} aria-live="polite">
        <span className={classes.label}>{t('accounts.strength.label')}: </span>
        {say()}
      </p>
    </div>
  );
}
