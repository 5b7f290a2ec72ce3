import { armedAlarmsCalls } from '@sightline/contracts/armed-alarms/armed-alarms.api';
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { refreshAlarms } from '../alarm-queries.ts';
import { AlarmFormFields, alarmFormId } from './alarm-form.tsx';
import { newAlarm } from './alarm-values.ts';
import { useAlarmForm } from './use-alarm-form.ts';

/** A further alarm. */
export function CreateAlarmPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { form, onSubmit, isSending, failure } = useAlarmForm({
    initial: newAlarm(t('armedAlarms.create.untitled')),
    send: (body) => call(armedAlarmsCalls.create, { body }),
    onDone: async (saved) => {
      form.resetDirty();
      await refreshAlarms();
      toastSuccess({ title: t('armedAlarms.create.done', { name: saved.name }) });
      await navigate({ to: '/alert/alarms/list' });
    },
  });
  return (
    <>
      <PageHeader
        title={t('armedAlarms.create.title')}
        parents={[{ key: 'list', link: <Link to="/alert/alarms/list">{t('armedAlarms.list.title')}</Link> }]}
      >
        <Button type="submit" form={alarmFormId} loading={isSending}>
          {t('armedAlarms.create.action')}
        </Button>
      </PageHeader>
      <AlarmFormFields form={form} onSubmit={onSubmit} failure={failure} />
    </>
  );
}
