import '@mantine/core/styles/NumberInput.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { MultiSelect, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FieldPair, Fields } from '../../../ui/forms/form.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { rulesForAlarms, schedulesForAlarms } from '../alarm-queries.ts';
import type { AlarmForm } from './use-alarm-form.ts';

/** Id of the form, for the button in the head of the page. */
export const alarmFormId = 'alarm-form';

const none = '';

interface AlarmFormProps {
  form: AlarmForm;
  onSubmit: ReturnType<AlarmForm['onSubmit']>;
  failure: Error | null;
}

/** What an alarm is: its rules, when it is armed, and how long a word by hand holds. */
export function AlarmFormFields({ form, onSubmit, failure }: AlarmFormProps) {
  const { t } = useTranslation();
  return (
    <form id={alarmFormId} onSubmit={onSubmit} noValidate>
      <UnsavedGuard isDirty={() => form.isDirty()} />
      <Section>
        <Fields>
          <TextInput required label={t('armedAlarms.form.name')} maxLength={120} {...form.getInputProps('name')} />
          <Textarea
            label={t('armedAlarms.form.description')}
            maxLength={500}
            autosize
            {...form.getInputProps('description')}
          />
          <Rules form={form} />
        </Fields>
      </Section>
      <Section title={t('armedAlarms.form.when')} lead={t('armedAlarms.form.whenLead')}>
        <Fields>
          <Schedule form={form} of="scheduleId" />
          <FieldPair>
            <Minutes form={form} of="reArmMin" />
            <Minutes form={form} of="disArmMin" />
          </FieldPair>
          <ExitDelay form={form} />
        </Fields>
      </Section>
      <Section title={t('armedAlarms.form.telling')} lead={t('armedAlarms.form.tellingLead')}>
        <Fields>
          <Schedule form={form} of="notification.scheduleId" />
        </Fields>
        {failure !== null && <FormFailure failure={failure} />}
      </Section>
    </form>
  );
}

function Rules({ form }: { form: AlarmForm }) {
  const { t } = useTranslation();
  const rules = useQuery(rulesForAlarms()).data?.items ?? [];
  return (
    <MultiSelect
      label={t('armedAlarms.form.rules')}
      description={t('armedAlarms.form.rulesHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={rules.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      hidePickedOptions
      maxValues={200}
      nothingFoundMessage={t('armedAlarms.form.noRules')}
      {...form.getInputProps('alertIds')}
    />
  );
}

function Schedule({ form, of }: { form: AlarmForm; of: 'scheduleId' | 'notification.scheduleId' }) {
  const { t } = useTranslation();
  const schedules = useQuery(schedulesForAlarms()).data?.items ?? [];
  const isArming = of === 'scheduleId';
  const value = isArming ? form.values.scheduleId : form.values.notification.scheduleId;
  return (
    <NativeSelect
      label={t(isArming ? 'armedAlarms.form.schedule' : 'armedAlarms.form.notifySchedule')}
      data={[
        { value: none, label: t(isArming ? 'armedAlarms.form.byHand' : 'armedAlarms.form.always') },
        ...schedules.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value ?? none}
      error={form.errors[of]}
      onChange={({ currentTarget }) =>
        form.setFieldValue(of, currentTarget.value === none ? null : currentTarget.value)
      }
    />
  );
}

function Minutes({ form, of }: { form: AlarmForm; of: 'reArmMin' | 'disArmMin' }) {
  const { t } = useTranslation();
  return (
    <NumberInput
      label={t(`armedAlarms.form.${of}`)}
      description={t('armedAlarms.form.minutesHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={1}
      max={10_080}
      allowDecimal={false}
      clampBehavior="none"
      hideControls
      value={form.values[of] ?? ''}
      error={form.errors[of]}
      onChange={(typed) => form.setFieldValue(of, typeof typed === 'number' ? typed : null)}
    />
  );
}

function ExitDelay({ form }: { form: AlarmForm }) {
  const { t } = useTranslation();
  const { exitDelayS } = form.values;
  return (
    <NumberInput
      label={t('armedAlarms.form.exitDelayS')}
      description={t('armedAlarms.form.exitHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={0}
      max={255}
      allowDecimal={false}
      clampBehavior="none"
      hideControls
      value={Number.isNaN(exitDelayS) ? '' : exitDelayS}
      error={form.errors['exitDelayS']}
      onChange={(typed) => form.setFieldValue('exitDelayS', typeof typed === 'number' ? typed : Number.NaN)}
    />
  );
}
