import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { groupName } from '../../platform/i18n/fixed-names.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { allGroups } from './user-queries.ts';
import classes from './users.module.css';

interface GroupChoiceProps {
  value: readonly string[];
  error?: string | null;
  onChange: (ids: string[]) => void;
}

/** Which groups; each says what it is for. */
export function GroupChoice({ value, error = null, onChange }: GroupChoiceProps) {
  const { t } = useTranslation();
  const groups = useQuery(allGroups());
  return (
    <fieldset className={classes.choices}>
      <legend>{t('users.change.groups')}</legend>
      {groups.error !== null && <FormFailure failure={groups.error} />}
      <Stack gap={12}>
        {(groups.data?.items ?? []).map(({ id, name, description, isAdministrators }) => (
          <Checkbox
            key={id}
            label={<bdi>{groupName(t, name)}</bdi>}
            description={description === '' && isAdministrators ? t('users.change.administrators') : description}
            checked={value.includes(id)}
            onChange={() => onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id])}
          />
        ))}
      </Stack>
      {error !== null && (
        <p className={classes.bad} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
