import { Collapse, Switch, TextInput, UnstyledButton } from '@mantine/core';
import type { EventSeverity } from '@sightline/contracts/events/event';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ChipChoice } from '../../../../ui/forms/chip-choice.tsx';
import { FieldPair } from '../../../../ui/forms/form.tsx';
import { SeverityLabel } from '../../../../ui/alerts/severity-glyph.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { ruleLimitsOf } from '../condition-facts.ts';
import { ConditionField } from './condition-field.tsx';
import { DoorChoice } from './door-choice.tsx';
import { EscalationFields } from './escalation-fields.tsx';
import { FigureField } from './figure-field.tsx';
import { askedOf, kindFields, pathOf, type FieldName } from './kind-fields.ts';
import { NotifyFields } from './notify-fields.tsx';
import { ScheduleField } from './schedule-field.tsx';
import { withFirstLine, type ConditionDraft } from '../rule-values.ts';
import { TargetFields } from './target-fields.tsx';
import { UniformChoice } from './uniform-choice.tsx';
import { TestAlert } from './test-alert.tsx';
import type { RuleForm } from '../use-rule-form.ts';
import classes from '../builder.module.css';

const severities = ['info', 'warning', 'critical'] as const satisfies readonly EventSeverity[];

const times = [
  { name: 'coolDownS', unit: 's', hinted: true },
  { name: 'mergeS', unit: 's', hinted: true },
  { name: 'preS', unit: 's' },
  { name: 'postS', unit: 's' },
  { name: 'protectDays', unit: 'days', hinted: true },
] as const;

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={16} className={classes.group}>
      <h2 className={classes.groupTitle}>{title}</h2>
      {children}
    </Stack>
  );
}

/** Parts that mostly stay as they are; open when one of them is wrong. */
function Folded({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(false);
  const id = useId();
  const isShown = wanted || isOpen;
  return (
    <section className={classes.group}>
      <UnstyledButton
        className={classes.fold}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setWanted(!isShown)}
      >
        <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
        {title}
      </UnstyledButton>
      <Collapse expanded={isShown} id={id}>
        <Stack gap={16} className={classes.folded}>
          {children}
        </Stack>
      </Collapse>
    </section>
  );
}

/** All that is said of a rule beside what is drawn. */
export function RuleFields({ form }: { form: RuleForm }) {
  const { t } = useTranslation();
  const { condition, severity } = form.values;
  const errorAt = (path: string): string | undefined => form.errors[path] as string | undefined;
  const setCondition = (next: ConditionDraft): void => {
    form.setFieldValue('condition', withFirstLine(next));
    // What was wrong may be right now, also where one part contradicted another.
    for (const path of Object.keys(form.errors)) if (path.startsWith('condition.')) form.clearFieldError(path);
  };
  const drawn = (names: readonly FieldName[]) =>
    names.map((name) => (
      <ConditionField key={name} name={name} condition={condition} errorAt={errorAt} onChange={setCondition} />
    ));
  const { main, fine } = kindFields[condition.kind];
  // What a core is like no camera sees: there is nothing to keep.
  const hasFootage = condition.kind !== 'coreStatus';
  const fineNames = askedOf(fine, condition);
  const figure = ({ name, unit, ...facts }: (typeof times)[number]) => (
    <FigureField
      key={name}
      label={t(`ruleBuilder.rule.${name}`)}
      hint={
        'hinted' in facts
          ? t(`ruleBuilder.ruleHint.${facts.hinted && name}` as 'ruleBuilder.ruleHint.coolDownS')
          : undefined
      }
      unit={unit}
      limits={ruleLimitsOf(name)}
      value={form.values[name]}
      error={errorAt(name)}
      onChange={(value) => form.setFieldValue(name, value)}
    />
  );
  return (
    <>
      <Group title={t('ruleBuilder.group.what')}>
        <TextInput required label={t('ruleBuilder.rule.name')} maxLength={120} {...form.getInputProps('name')} />
        <TargetFields form={form} />
      </Group>
      <Group title={t('ruleBuilder.group.condition')}>
        {'doorIds' in condition && (
          <DoorChoice
            cameraIds={form.values.cameraIds}
            condition={condition}
            error={errorAt('condition.doorIds')}
            onChange={setCondition}
          />
        )}
        {'uniformIds' in condition && (
          <UniformChoice condition={condition} error={errorAt('condition.uniformIds')} onChange={setCondition} />
        )}
        {drawn(askedOf(main, condition))}
      </Group>
      {fineNames.length > 0 && (
        <Folded
          title={t('ruleBuilder.group.fine')}
          isOpen={fineNames.some((name) => errorAt(`condition.${pathOf(name)}`) !== undefined)}
        >
          {drawn(fineNames)}
        </Folded>
      )}
      <Group title={t('ruleBuilder.group.when')}>
        <ScheduleField form={form} />
        <ChipChoice
          label={t('ruleBuilder.rule.severity')}
          options={severities.map((value) => ({ value, label: <SeverityLabel severity={value} /> }))}
          chosen={[severity]}
          onChange={([chosen]) => form.setFieldValue('severity', chosen as EventSeverity)}
        />
      </Group>
      <Group title={t('ruleBuilder.group.notify')}>
        <NotifyFields form={form} />
        <EscalationFields form={form} />
        <TestAlert form={form} />
      </Group>
      <Folded title={t('ruleBuilder.group.more')} isOpen={times.some(({ name }) => errorAt(name) !== undefined)}>
        {times.slice(0, 2).map(figure)}
        {hasFootage && <FieldPair>{times.slice(2, 4).map(figure)}</FieldPair>}
        {hasFootage && times.slice(4).map(figure)}
      </Folded>
      <section className={classes.group}>
        <Switch
          label={t('ruleBuilder.rule.isEnabled')}
          description={t('ruleBuilder.ruleHint.isEnabled')}
          {...form.getInputProps('isEnabled', { type: 'checkbox' })}
        />
      </section>
    </>
  );
}
