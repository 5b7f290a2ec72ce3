import { schedulesCalls } from '@sightline/contracts/schedules/schedules.api';
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { ScheduleForm, scheduleFormId } from './schedule-form.tsx';
import { newSchedule } from './schedule-values.ts';
import { useScheduleForm } from './use-schedule-form.ts';

/** A further schedule. */
export function CreateSchedulePage() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { form, onSubmit, isSending, failure } = useScheduleForm({
    initial: newSchedule(t('schedules.create.untitled'), ownZone()),
    send: (body) => call(schedulesCalls.create, { body }),
    onDone: async (saved) => {
      form.resetDirty();
      await client.invalidateQueries({ queryKey: callKey(schedulesCalls.list) });
      toastSuccess({ title: t('schedules.create.done', { name: saved.name }) });
      await navigate({ to: '/database/schedule/list' });
    },
  });
  return (
    <>
      <PageHeader
        title={t('schedules.create.title')}
        parents={[
          { key: 'database', link: <span>{t('shell.database.title')}</span> },
          { key: 'list', link: <Link to="/database/schedule/list">{t('schedules.list.title')}</Link> },
        ]}
      >
        <Button type="submit" form={scheduleFormId} loading={isSending}>
          {t('schedules.create.action')}
        </Button>
      </PageHeader>
      <ScheduleForm form={form} onSubmit={onSubmit} failure={failure} />
    </>
  );
}
