import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { groupName } from '../../platform/i18n/fixed-names.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { groupsQuery } from './provider-queries.ts';
import classes from './auth-providers.module.css';

interface GroupChoiceProps {
  value: readonly string[];
  error: ReactNode;
  onChange: (groupIds: string[]) => void;
}

/** Groups that people get who come through the provider for the first time. */
export function GroupChoice({ value, error, onChange }: GroupChoiceProps) {
  const { t } = useTranslation();
  const groups = useQuery(groupsQuery());
  const toggle = (id: string, isOn: boolean): void =>
    onChange(isOn ? [...value, id] : value.filter((each) => each !== id));
  return (
    <Stack as="fieldset" gap={8} className={classes.groups}>
      <legend className={classes.legend}>{t('authProviders.form.groups')}</legend>
      {groups.data?.items.length === 0 && <p className={classes.hint}>{t('authProviders.form.noGroups')}</p>}
      {groups.error !== null && (
        <p className={classes.error} role="alert">
          {t(`errors.${groups.error.code}`)}
        </p>
      )}
      {groups.data?.items.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={<bdi>{groupName(t, name)}</bdi>}
          checked={value.includes(id)}
          onChange={(event) => toggle(id, event.currentTarget.checked)}
        />
      ))}
      {error !== undefined && error !== null && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </Stack>
  );
}
