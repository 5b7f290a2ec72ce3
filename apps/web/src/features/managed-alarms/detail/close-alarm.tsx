import type { ManagedAlarm } from '@sightline/contracts/managed-alarms/managed-alarm';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { queryClient } from '../../../platform/api/query-client.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess, toastUpdate } from '../../../ui/toasts/toast.tsx';
import { closeManaged, managedById } from '../managed-alarm-queries.ts';

interface CloseAlarmProps {
  alarm: ManagedAlarm;
  onClose: () => void;
}

/** Asks, then closes an alarm in the name of whoever is signed in; there is no way to open it again. */
export function CloseAlarm({ alarm, onClose }: CloseAlarmProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const { id, name, openAlertCount } = alarm;
  const number = String(alarm.number);
  const close = async (): Promise<void> => {
    try {
      await closeManaged(id, user.id);
      toastSuccess({ title: t('managedAlarms.close.done', { name, number }) });
    } catch (failure) {
      if (toApiError(failure).code !== 'conflict') throw failure;
      const { closedBy } = await queryClient.fetchQuery({ ...managedById(id), staleTime: 0 });
      toastUpdate({ title: t('managedAlarms.close.lost', { name: closedBy?.name ?? '', number }) });
    }
  };
  return (
    <ConfirmDialog
      title={t('managedAlarms.close.title', { name, number })}
      text={
        openAlertCount === 0
          ? t('managedAlarms.close.text')
          : t('managedAlarms.close.textOpen', { count: openAlertCount, shown: formatCount(openAlertCount) })
      }
      confirmLabel={t('managedAlarms.close.action')}
      onConfirm={close}
      onClose={onClose}
    />
  );
}
