import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ManagedDetail } from '../../../features/managed-alarms/detail/managed-detail.tsx';
import { checkTimeouts } from '../../../features/managed-alarms/managed-alarm-queries.ts';
import { ManagerTab } from '../../../features/managed-alarms/manager-tab.tsx';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import page from '../../../ui/page/settings-list.module.css';
import { toastFailure, toastUpdate } from '../../../ui/toasts/toast.tsx';
import { LinkedAlert } from './linked-alert.tsx';

/** Alarms of the organization and what is done about them. */
export function AlarmManagementPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { alarm } = useSearch({ from: '/shell/organization/alarm-management' });
  const refresh = useMutation({
    mutationFn: checkTimeouts,
    onSuccess: (count) => {
      if (count > 0) toastUpdate({ title: t('managedAlarms.checked', { count, shown: formatCount(count) }) });
    },
    onError: (failure) => toastFailure(t('managedAlarms.list.failed'), failure),
  });
  return (
    <div className={page.page}>
      <PageHeader title={t('shell.nav.alarmManagement')}>
        <ActionIcon
          size={36}
          aria-label={t('managedAlarms.refresh')}
          loading={refresh.isPending}
          onClick={() => refresh.mutate()}
        >
          <IconRefresh size={20} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </PageHeader>
      <ManagerTab
        openId={alarm}
        detail={
          alarm !== undefined && (
            <ManagedDetail
              key={alarm}
              id={alarm}
              onClose={() => void navigate({ to: '/alarm-management', search: { tab: 'manager' }, replace: true })}
              renderAlert={(alert) => <LinkedAlert alert={alert} />}
            />
          )
        }
      />
    </div>
  );
}
