import { ActionIcon, Button, MultiSelect } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { allMembers } from '../builder-queries.ts';
import type { RuleForm } from '../use-rule-form.ts';
import { FigureField } from './figure-field.tsx';
import classes from '../builder.module.css';

const mostSteps = 5;
const minutes = { min: 1, max: 1440, isWhole: true };
const laterMinutes = 5;

type Steps = NonNullable<RuleForm['values']['notify']['steps']>;

/** A step has nothing of its own to be known by but its place. */
const placed = (steps: Steps): { step: Steps[number]; index: number }[] =>
  steps.map((step, index) => ({ step, index }));

/** Who is told when nobody takes the alert, and after how many minutes. */
export function EscalationFields({ form }: { form: RuleForm }) {
  const { t } = useTranslation();
  const members = useQuery(allMembers()).data?.items ?? [];
  const { notify } = form.values;
  const steps = notify.steps ?? [];
  const set = (next: Steps): void => {
    const { steps: _, ...rest } = notify;
    form.setFieldValue('notify', next.length === 0 ? rest : { ...rest, steps: next });
  };
  const change = (index: number, said: Partial<Steps[number]>): void => {
    for (const part of Object.keys(said)) form.clearFieldError(`notify.steps.${String(index)}.${part}`);
    set(steps.map((step, at) => (at === index ? { ...step, ...said } : step)));
  };
  const last = steps.at(-1)?.afterMinutes ?? 0;
  return (
    <Stack gap={12}>
      {steps.length > 0 && <h3 className={classes.stepsTitle}>{t('ruleBuilder.steps.title')}</h3>}
      {placed(steps).map(({ step, index }) => (
        <div key={index} className={classes.step} data-testid="escalation-step">
          <FigureField
            label={t('ruleBuilder.steps.after')}
            limits={minutes}
            value={step.afterMinutes}
            error={form.errors[`notify.steps.${String(index)}.afterMinutes`] as string | undefined}
            onChange={(afterMinutes) => change(index, { afterMinutes })}
          />
          <MultiSelect
            label={t('ruleBuilder.steps.people')}
            data={members.map(({ id, name, email }) => ({ value: id, label: name === '' ? email : name }))}
            searchable
            hidePickedOptions
            maxValues={200}
            nothingFoundMessage={t('ruleBuilder.notify.nobody')}
            value={step.userIds}
            error={form.errors[`notify.steps.${String(index)}.userIds`]}
            onChange={(userIds) => change(index, { userIds })}
          />
          <ActionIcon
            className={classes.removeStep}
            aria-label={t('ruleBuilder.steps.remove')}
            onClick={() => set(steps.filter((_, at) => at !== index))}
          >
            <IconX size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {steps.length > 0 && <p className={classes.quiet}>{t('ruleBuilder.steps.hint')}</p>}
      {steps.length < mostSteps && (
        <Button
          variant="subtle"
          className={classes.addStep}
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => set([...steps, { afterMinutes: last + laterMinutes, userIds: [] }])}
        >
          {t('ruleBuilder.steps.add')}
        </Button>
      )}
    </Stack>
  );
}
