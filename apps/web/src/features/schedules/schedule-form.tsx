import type { ScheduleInput } from '@sightline/contracts/schedules/schedule';
import { scheduleNow } from '@sightline/domain/schedules/schedule-now';
import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock/use-now.ts';
import { timeZones } from '../../platform/time/own-zone.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { Section } from '../../ui/page/section.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { WeekEditor } from '../../ui/week/week-editor.tsx';
import { ClockChanges } from './clock-changes.tsx';
import { ExceptionDays } from './exception-days.tsx';
import { OpenNow } from './open-now.tsx';
import { wrongPart } from './schedule-values.ts';
import classes from './schedules.module.css';

/** Id of the form, for the button in the head of the page. */
export const scheduleFormId = 'schedule-form';

const zonesShown = 60;
const nowEveryMs = 30_000;

interface ScheduleFormProps {
  form: UseFormReturnType<ScheduleInput>;
  onSubmit: ReturnType<UseFormReturnType<ScheduleInput>['onSubmit']>;
  failure: Error | null;
}

/** Name, zone, week and different dates of a schedule; what they mean now is said beside them. */
export function ScheduleForm({ form, onSubmit, failure }: ScheduleFormProps) {
  const { t } = useTranslation();
  const zones = useMemo(() => timeZones(), []);
  const nowUtcMs = useNow(nowEveryMs);
  const { values } = form;
  const isSound = wrongPart(values) === null;
  return (
    <form id={scheduleFormId} onSubmit={onSubmit} noValidate>
      <UnsavedGuard isDirty={() => form.isDirty()} />
      <Section>
        <Fields>
          <TextInput required label={t('schedules.form.name')} maxLength={120} {...form.getInputProps('name')} />
          <Select
            label={t('schedules.form.zone')}
            data={zones}
            limit={zonesShown}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t('schedules.form.zoneNone')}
            dir="ltr"
            {...form.getInputProps('timeZone')}
          />
          {isSound && <OpenNow {...scheduleNow(values, nowUtcMs)} timeZone={values.timeZone} nowUtcMs={nowUtcMs} />}
        </Fields>
      </Section>
      <Section title={t('schedules.form.week')}>
        <WeekEditor
          label={t('schedules.form.week')}
          hint={t('schedules.form.weekHint', { zone: values.timeZone })}
          empty={t('schedules.form.weekEmpty')}
          hours={values.hours}
          onChange={(hours) => form.setFieldValue('hours', hours)}
        />
        {form.errors.hours !== undefined && <p className={classes.wrong}>{form.errors.hours}</p>}
        {isSound && <ClockChanges times={values} />}
      </Section>
      <Section title={t('schedules.form.exceptions')} lead={t('schedules.form.exceptionsLead')}>
        <ExceptionDays
          exceptions={values.exceptions}
          timeZone={values.timeZone}
          onChange={(exceptions) => form.setFieldValue('exceptions', exceptions)}
        />
        {form.errors.exceptions !== undefined && <p className={classes.wrong}>{form.errors.exceptions}</p>}
        {failure !== null && <FormFailure failure={failure} />}
      </Section>
    </form>
  );
}
