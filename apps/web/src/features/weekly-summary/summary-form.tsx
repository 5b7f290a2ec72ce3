import { Button, NativeSelect, Select, Switch } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { WeeklySummary } from '@sightline/contracts/weekly-summary/weekly-summary';
import { weeklySummaryCalls } from '@sightline/contracts/weekly-summary/weekly-summary.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call, callKey } from '../../platform/api/client.ts';
import { dayName } from '../../platform/i18n/format-time.ts';
import { timeZones } from '../../platform/time/own-zone.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { FieldPair, Form, FormActions } from '../../ui/forms/form.tsx';
import { useFreshValues } from '../../ui/forms/use-fresh-values.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { hourLabel, inputOf, valuesOf, weekdaysInOrder, type SummaryValues } from './summary-values.ts';

const zonesAtOnce = 60;

const useSummaryForm = (summary: WeeklySummary) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm<SummaryValues>({
    initialValues: valuesOf(summary),
    validate: { timeZone: (value) => (value === '' ? t('weeklySummary.form.timeZoneMissing') : null) },
  });
  useFreshValues(form, valuesOf(summary), JSON.stringify(valuesOf(summary)));
  const save = useMutation({
    mutationFn: (values: SummaryValues) => call(weeklySummaryCalls.set, { body: inputOf(values) }),
    onSuccess: (saved) => {
      form.setInitialValues(valuesOf(saved));
      form.setValues(valuesOf(saved));
      client.setQueryData(callKey(weeklySummaryCalls.get, {}), saved);
      toastSuccess({ title: t('weeklySummary.form.saved') });
    },
    onError: (failure) => {
      if (toApiError(failure).code === 'time_zone_unknown')
        form.setFieldError('timeZone', t('errors.time_zone_unknown'));
    },
  });
  const isAtField = save.error !== null && toApiError(save.error).code === 'time_zone_unknown';
  return { form, save, isAtField };
};

/** Whether the mail about the week is sent, and when. */
export function SummaryForm({ summary }: { summary: WeeklySummary }) {
  const { t } = useTranslation();
  const { form, save, isAtField } = useSummaryForm(summary);
  const zones = useMemo(() => timeZones(), []);
  return (
    <Form onSubmit={form.onSubmit((values) => save.mutate(values))}>
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
      {save.error !== null && !isAtField && <FormFailure failure={save.error} />}
      <FormActions>
        <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
          {t('common.actions.save')}
        </Button>
      </FormActions>
    </Form>
  );
}
