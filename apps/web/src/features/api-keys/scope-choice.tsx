import { Checkbox } from '@mantine/core';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../platform/session/may.ts';
import classes from './api-keys.module.css';

const all = Object.keys(permissions) as Permission[];

interface ScopeChoiceProps {
  value: readonly Permission[];
  error: string | null;
  onChange: (scopes: Permission[]) => void;
}

/** What a key may do; only what its maker may do works, so nothing else is offered. */
export function ScopeChoice({ value, error, onChange }: ScopeChoiceProps) {
  const { t } = useTranslation();
  const errorId = useId();
  const toggle = (name: Permission, isOn: boolean): void =>
    onChange(all.filter((each) => (each === name ? isOn : value.includes(each))));
  return (
    <fieldset className={classes.scopes} aria-describedby={error === null ? undefined : errorId}>
      <legend className={classes.legend}>{t('apiKeys.create.scopes')}</legend>
      {all
        .filter((name) => may(name))
        .map((name) => (
          <Checkbox
            key={name}
            label={t(`permissions.names.${name}`)}
            checked={value.includes(name)}
            onChange={(event) => toggle(name, event.currentTarget.checked)}
          />
        ))}
      {error !== null && (
        <p id={errorId} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
