import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { scheduleNames } from '../builder-queries.ts';
import type { RuleForm } from '../use-rule-form.ts';

const always = 'always';

/** When the rule watches: at any time, or while a schedule is open. */
export function ScheduleField({ form }: { form: RuleForm }) {
  const { t } = useTranslation();
  const schedules = useQuery(scheduleNames()).data?.items ?? [];
  return (
    <NativeSelect
      label={t('ruleBuilder.when.label')}
      data={[
        { value: always, label: t('ruleBuilder.when.always') },
        ...schedules.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={form.values.scheduleId ?? always}
      error={form.errors['scheduleId']}
      onChange={({ currentTarget: { value } }) => form.setFieldValue('scheduleId', value === always ? null : value)}
    />
  );
}
