import type { Door } from '@sightline/contracts/doors/door';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { refreshDoors } from './door-queries.ts';

interface RemoveDoorProps {
  door: Door;
  onRemoved?: () => void;
  onClose: () => void;
}

/** Asks, then deletes a door; rules that name it keep it, and are named. */
export function RemoveDoor({ door, onRemoved, onClose }: RemoveDoorProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id, name } = door;
  return (
    <ConfirmDialog
      title={t('doors.remove.title', { name })}
      text={t('doors.remove.text')}
      confirmLabel={t('doors.remove.action')}
      onClose={onClose}
      onConfirm={async () => {
        await call(doorsCalls.remove, { params: { id } });
        toastSuccess({ title: t('doors.remove.done', { name }) });
        onRemoved?.();
        await refreshDoors(client);
      }}
    />
  );
}
