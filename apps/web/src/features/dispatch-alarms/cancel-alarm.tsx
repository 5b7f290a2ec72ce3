import type { DispatchAlarm } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { cancelAlarm } from './dispatch-queries.ts';

interface CancelAlarmProps {
  alarm: DispatchAlarm;
  onClose: () => void;
}

/** Asks, then cancels an alarm; says what the monitoring service will be told. */
export function CancelAlarm({ alarm, onClose }: CancelAlarmProps) {
  const { t } = useTranslation();
  const number = String(alarm.number);
  const { delivery, locationName: place } = alarm;
  const reaches = delivery.state === 'accepted' || delivery.mayHaveArrived;
  return (
    <ConfirmDialog
      title={t('dispatchAlarms.cancel.title', { number, place })}
      text={t(reaches ? 'dispatchAlarms.cancel.text' : 'dispatchAlarms.cancel.textNotSent')}
      confirmLabel={t('dispatchAlarms.cancel.confirm')}
      keepLabel={t('dispatchAlarms.cancel.keep')}
      failed={t('dispatchAlarms.failed.cancel')}
      onConfirm={async () => {
        const { cancellation } = await cancelAlarm(alarm.id);
        toastSuccess({
          title: t('dispatchAlarms.cancel.done', { number }),
          ...(cancellation?.state === 'pending' && { text: t('dispatchAlarms.cancellation.pending') }),
        });
      }}
      onClose={onClose}
    />
  );
}
