import { MultiSelect } from '@mantine/core';
import type { AlertChannel } from '@sightline/contracts/alert-rules/alert-rule';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ChipChoice } from '../../../../ui/forms/chip-choice.tsx';
import { allMembers } from '../builder-queries.ts';
import type { RuleForm } from '../use-rule-form.ts';

const channels = ['push', 'mail'] as const satisfies readonly AlertChannel[];

/** Who is told of an alert, and how; it stands in the queue in any case. */
export function NotifyFields({ form }: { form: RuleForm }) {
  const { t } = useTranslation();
  const members = useQuery(allMembers()).data?.items ?? [];
  const { notify } = form.values;
  const set = (change: Partial<typeof notify>): void => form.setFieldValue('notify', { ...notify, ...change });
  return (
    <>
      <MultiSelect
        label={t('ruleBuilder.notify.people')}
        description={t('ruleBuilder.notify.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={members.map(({ id, name, email }) => ({ value: id, label: name === '' ? email : name }))}
        searchable
        hidePickedOptions
        maxValues={200}
        nothingFoundMessage={t('ruleBuilder.notify.nobody')}
        value={notify.userIds}
        error={form.errors['notify']}
        onChange={(userIds) => set({ userIds })}
      />
      {notify.userIds.length > 0 && (
        <ChipChoice
          label={t('ruleBuilder.notify.channels')}
          isMany
          options={channels.map((value) => ({ value, label: t(`ruleBuilder.channel.${value}`) }))}
          chosen={notify.channels}
          error={form.errors['notify.channels']}
          onChange={(chosen) => set({ channels: chosen as AlertChannel[] })}
        />
      )}
    </>
  );
}
