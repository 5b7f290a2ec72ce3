import { Button, NativeSelect, Select, Switch } from '@mantine/core';
import type { WeeklySummary } from '@sightline/contracts/weekly-summary/weekly-summary';
import { weeklySummaryCalls } from '@sightline/contracts/weekly-summary/weekly-summary.api';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { dayName } from '../../platform/i18n/format-time.ts';
import { timeZones } from '../../platform/time/own-zone.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { FieldPair, Form, FormActions } from '../../ui/forms/form.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { useFreshValues } from '../../ui/forms/use-fresh-values.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { hourLabel, inputOf, valuesOf, weekdaysInOrder } from './summary-values.ts';

const zonesAtOnce = 60;

const useSummaryForm = (summary: WeeklySummary) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const sending = useCallForm({
    initialValues: valuesOf(summary),
    validate: { timeZone: (value) => (value === '' ? t('weeklySummary.form.timeZoneMissing') : null) },
    send: (values) => call(weeklySummaryCalls.set, { body: inputOf(values) }),
    onDone: (saved) => {
      sending.form.setInitialValues(valuesOf(saved));
      sending.form.setValues(valuesOf(saved));
      client.setQueryData(callKey(weeklySummaryCalls.get, {}), saved);
      toastSuccess({ title: t('weeklySummary.form.saved') });
    },
    atField: { time_zone_unknown: 'timeZone' },
  });
  useFreshValues(sending.form, valuesOf(summary), JSON.stringify(valuesOf(summary)));
  return sending;
};

/** Whether the mail about the week is sent, and when. */
export function SummaryForm({ summary }: { summary: WeeklySummary }) {
  const { t } = useTranslation();
  const { form, onSubmit, isSending, failure } = useSummaryForm(summary);
  const zones = useMemo(() => timeZones(), []);
  return (
    <Form onSubmit={onSubmit}>
      <UnsavedGuard isDirty={() => form.isDirty()} />
      <Switch
        label={t('weeklySummary.form.enabled')}
        description={t('weeklySummary.form.enabledHint')}
        {...form.getInputProps('isEnabled', { type: 'checkbox' })}
      />
      <FieldPair>
        <NativeSelect
          label={t('weeklySummary.form.weekday')}
          data={weekdaysInOrder().map((day) => ({ value: String(day), label: dayName(day) }))}
          {...form.getInputProps('weekday')}
        />
        <NativeSelect
          label={t('weeklySummary.form.hour')}
          dir="ltr"
          data={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourLabel(hour) }))}
          {...form.getInputProps('hour')}
        />
      </FieldPair>
      <Select
        label={t('weeklySummary.form.timeZone')}
        data={zones}
        limit={zonesAtOnce}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('weeklySummary.form.timeZoneNone')}
        dir="ltr"
        {...form.getInputProps('timeZone')}
      />
      {failure !== null && <FormFailure failure={failure} />}
      <FormActions>
        <Button type="submit" loading={isSending} disabled={!form.isDirty()}>
          {t('common.actions.save')}
        </Button>
      </FormActions>
    </Form>
  );
}
