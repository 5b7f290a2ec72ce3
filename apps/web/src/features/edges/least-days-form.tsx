import '@mantine/core/styles/NumberInput.css';
import { Button, NumberInput } from '@mantine/core';
import type { Edge } from '@sightline/contracts/edges/edge';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { maxLeastDays } from '@sightline/contracts/edges/least-days-limits';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { useFreshValues } from '../../ui/forms/use-fresh-values.ts';
import { Lead, Section } from '../../ui/page/section.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';

const isTaken = (typed: number | string): boolean =>
  typed === '' || (typeof typed === 'number' && Number.isInteger(typed) && typed >= 0 && typed <= maxLeastDays);

/** Below which age a full disk deletes no footage without a notice. */
export function LeastDaysForm({ edge }: { edge: Edge }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const values: { leastDays: number | string } = { leastDays: edge.leastDays ?? '' };
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: values,
    validate: { leastDays: (typed) => (isTaken(typed) ? null : t('edges.least.wrong')) },
    send: (typed) =>
      call(edgesCalls.update, {
        params: { id: edge.id },
        body: { leastDays: typed.leastDays === '' ? null : Number(typed.leastDays) },
      }),
    onDone: (saved, typed) => {
      form.resetDirty(typed);
      client.setQueryData(callKey(edgesCalls.get, { params: { id: edge.id } }), saved);
      toastSuccess({ title: t('edges.form.saved') });
    },
  });
  useFreshValues(form, values, edge.revision);
  return (
    <Section title={t('edges.least.title')}>
      <Lead>{t('edges.least.text')}</Lead>
      {edge.takesLeastDays === false && <StatusLabel level="warn">{t('edges.least.unknown')}</StatusLabel>}
      <Form onSubmit={onSubmit}>
        <UnsavedGuard isDirty={() => form.isDirty()} />
        <NumberInput
          label={t('edges.least.days')}
          description={t('edges.least.hint')}
          min={0}
          max={maxLeastDays}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          hideControls
          {...form.getInputProps('leastDays')}
        />
        {failure !== null && <FormFailure failure={failure} />}
        <FormActions>
          <Button type="submit" variant="default" loading={isSending} disabled={!form.isDirty()}>
            {t('common.actions.save')}
          </Button>
        </FormActions>
      </Form>
    </Section>
  );
}
