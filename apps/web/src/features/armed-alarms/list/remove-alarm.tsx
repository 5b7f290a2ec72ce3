import type { ArmedAlarm } from '@sightline/contracts/armed-alarms/armed-alarm';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { refreshAlarms, removeAlarm } from '../alarm-queries.ts';

interface RemoveAlarmProps {
  alarm: Pick<ArmedAlarm, 'id' | 'name'>;
  onClose: () => void;
  onRemoved?: () => void;
}

/** Asks, then deletes an alarm; says what becomes of its rules. */
export function RemoveAlarm({ alarm, onClose, onRemoved }: RemoveAlarmProps) {
  const { t } = useTranslation();
  const { name } = alarm;
  return (
    <ConfirmDialog
      title={t('armedAlarms.remove.title', { name })}
      text={t('armedAlarms.remove.text')}
      confirmLabel={t('armedAlarms.remove.action')}
      onConfirm={async () => {
        await removeAlarm(alarm);
        toastSuccess({ title: t('armedAlarms.remove.done', { name }) });
        onRemoved?.();
        await refreshAlarms();
      }}
      onClose={onClose}
    />
  );
}
