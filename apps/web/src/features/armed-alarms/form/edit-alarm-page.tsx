import type { ArmedAlarm } from '@sightline/contracts/armed-alarms/armed-alarm';
import { armedAlarmsCalls } from '@sightline/contracts/armed-alarms/armed-alarms.api';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../platform/clock/use-now.ts';
import { call } from '../../../platform/api/client.ts';
import { useFreshValues } from '../../../ui/forms/use-fresh-values.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EntityFailure } from '../../../ui/pages/entity-failure.tsx';
import { NoAccessPage } from '../../../ui/pages/no-access-page.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { alarmById, refreshAlarms, showAlarm } from '../alarm-queries.ts';
import { AlarmState } from '../list/alarm-state.tsx';
import { RemoveAlarm } from '../list/remove-alarm.tsx';
import { AlarmFormFields, alarmFormId } from './alarm-form.tsx';
import { valuesOf } from './alarm-values.ts';
import { useAlarmForm } from './use-alarm-form.ts';

const nowEveryMs = 5_000;

/** One alarm, to be changed. */
export function EditAlarmPage() {
  const { alarmId } = useParams({ from: '/shell/organization/alert/alarms/edit/$alarmId' });
  const alarm = useQuery(alarmById(alarmId));
  const isGone = alarm.error?.code === 'not_found';
  if (alarm.data !== undefined && !isGone)
    return alarm.data.can.edit ? (
      <EditAlarm key={alarmId} alarm={alarm.data} />
    ) : (
      <NoAccessPage permission="AlarmManagementEdit" entityId={alarm.data.locations[0]?.id} />
    );
  if (alarm.error !== null) return <EntityFailure failure={alarm.error} onRetry={() => void alarm.refetch()} />;
  return <LoadingRows />;
}

function EditAlarm({ alarm }: { alarm: ArmedAlarm }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isRemoving, setRemoving] = useState(false);
  const nowUtcMs = useNow(nowEveryMs);
  // Of what the form holds: what others save while it is being changed is not overwritten unseen.
  const base = useRef(alarm.revision);
  const initial = valuesOf(alarm);
  const { form, onSubmit, isSending, failure } = useAlarmForm({
    initial,
    send: (values) =>
      call(armedAlarmsCalls.update, { params: { id: alarm.id }, body: { ...values, revision: base.current } }),
    onDone: async (saved) => {
      base.current = saved.revision;
      form.setInitialValues(valuesOf(saved));
      form.setValues(valuesOf(saved));
      showAlarm(saved);
      await refreshAlarms();
      toastSuccess({ title: t('armedAlarms.form.saved') });
    },
  });
  useFreshValues(form, initial, alarm.revision);
  useEffect(() => {
    if (!form.isDirty()) base.current = alarm.revision;
  });
  const toList = (): void => void navigate({ to: '/alert/alarms/list' });
  return (
    <>
      <PageHeader
        title={alarm.name}
        meta={<AlarmState alarm={alarm} nowUtcMs={nowUtcMs} />}
        parents={[{ key: 'list', link: <Link to="/alert/alarms/list">{t('armedAlarms.list.title')}</Link> }]}
      >
        <Button variant="default" onClick={() => setRemoving(true)}>
          {t('armedAlarms.remove.action')}
        </Button>
        <Button type="submit" form={alarmFormId} loading={isSending} disabled={!form.isDirty()}>
          {t('common.actions.save')}
        </Button>
      </PageHeader>
      <AlarmFormFields form={form} onSubmit={onSubmit} failure={failure} />
      {isRemoving && <RemoveAlarm alarm={alarm} onClose={() => setRemoving(false)} onRemoved={toList} />}
    </>
  );
}
