import type { Schedule, ScheduleInput } from '@sightline/contracts/schedules/schedule';
import { schedulesCalls } from '@sightline/contracts/schedules/schedules.api';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { useFreshValues } from '../../ui/forms/use-fresh-values.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EntityFailure } from '../../ui/pages/entity-failure.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { RemoveSchedule } from './remove-schedule.tsx';
import { ScheduleForm, scheduleFormId } from './schedule-form.tsx';
import { scheduleById } from './schedule-queries.ts';
import { useScheduleForm } from './use-schedule-form.ts';

const valuesOf = ({ name, timeZone, hours, exceptions }: Schedule): ScheduleInput => ({
  name,
  timeZone,
  hours,
  exceptions,
});

/** One schedule: what uses it follows when it is saved. */
export function EditSchedulePage() {
  const { scheduleId } = useParams({ from: '/shell/organization/database-area/database/schedule/edit/$scheduleId' });
  const schedule = useQuery(scheduleById(scheduleId));
  const isGone = schedule.error?.code === 'not_found';
  if (schedule.data !== undefined && !isGone) return <EditSchedule key={scheduleId} schedule={schedule.data} />;
  if (schedule.error !== null)
    return <EntityFailure failure={schedule.error} onRetry={() => void schedule.refetch()} />;
  return <LoadingRows />;
}

function EditSchedule({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isRemoving, setRemoving] = useState(false);
  // Of what the form holds: what others save while it is being changed is not overwritten unseen.
  const base = useRef(schedule.revision);
  const initial = valuesOf(schedule);
  const { form, onSubmit, isSending, failure } = useScheduleForm({
    initial,
    send: (values) =>
      call(schedulesCalls.update, {
        params: { id: schedule.id },
        body: { ...values, revision: base.current },
      }),
    onDone: async (saved) => {
      base.current = saved.revision;
      form.setInitialValues(valuesOf(saved));
      form.setValues(valuesOf(saved));
      client.setQueryData(callKey(schedulesCalls.get, { params: { id: saved.id } }), saved);
      await client.invalidateQueries({ queryKey: callKey(schedulesCalls.list) });
      toastSuccess({ title: t('schedules.form.saved') });
    },
  });
  useFreshValues(form, initial, schedule.revision);
  useEffect(() => {
    if (!form.isDirty()) base.current = schedule.revision;
  });
  const toList = (): void => void navigate({ to: '/database/schedule/list' });
  return (
    <>
      <PageHeader
        title={schedule.name}
        parents={[
          { key: 'database', link: <span>{t('shell.database.title')}</span> },
          { key: 'list', link: <Link to="/database/schedule/list">{t('schedules.list.title')}</Link> },
        ]}
      >
        <Button variant="default" onClick={() => setRemoving(true)}>
          {t('schedules.remove.action')}
        </Button>
        <Button type="submit" form={scheduleFormId} loading={isSending} disabled={!form.isDirty()}>
          {t('common.actions.save')}
        </Button>
      </PageHeader>
      <ScheduleForm form={form} onSubmit={onSubmit} failure={failure} />
      {isRemoving && <RemoveSchedule schedule={schedule} onClose={() => setRemoving(false)} onRemoved={toList} />}
    </>
  );
}
