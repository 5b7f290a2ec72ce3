import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readAlarms, readHistory } from '../../../features/dispatch-alarms/dispatch-queries.ts';
import { checkTimeouts } from '../../../features/managed-alarms/managed-alarm-queries.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { toastFailure, toastUpdate } from '../../../ui/toasts/toast.tsx';

/** Reads again what the open tab shows, and says what of it could not be read. */
export function RefreshAlarms({ tab }: { tab: 'alarms' | 'history' | 'manager' }) {
  const { t } = useTranslation();
  const tell = (failures: readonly { what: 'active' | 'canceled' | 'history'; failure: unknown }[]): void => {
    for (const { what, failure } of failures) toastFailure(t(`dispatchAlarms.failed.${what}`), failure);
  };
  const manage = async (): Promise<void> => {
    try {
      const count = await checkTimeouts();
      if (count > 0) toastUpdate({ title: t('managedAlarms.checked', { count, shown: formatCount(count) }) });
    } catch (failure) {
      toastFailure(t('managedAlarms.list.failed'), failure);
    }
  };
  const refresh = useMutation({
    mutationFn: async () => {
      if (tab === 'manager') return manage();
      tell(await (tab === 'alarms' ? readAlarms() : readHistory()));
    },
  });
  return (
    <ActionIcon
      size={36}
      aria-label={t('dispatchAlarms.refresh')}
      loading={refresh.isPending}
      onClick={() => refresh.mutate()}
    >
      <IconRefresh size={20} stroke={1.5} aria-hidden="true" />
    </ActionIcon>
  );
}
