import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { refreshGroups } from './group-queries.ts';

interface RemoveGroupProps {
  group: { id: string; name: string };
  onClose: () => void;
  onRemoved?: () => void;
}

/** Asks, then deletes a group; what it holds stays. */
export function RemoveGroup({ group: { id, name }, onClose, onRemoved }: RemoveGroupProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title={t('orgGroups.remove.title', { name })}
      text={t('orgGroups.remove.text')}
      confirmLabel={t('orgGroups.remove.action')}
      onClose={onClose}
      onConfirm={async () => {
        await call(orgGroupsCalls.remove, { params: { id } });
        toastSuccess({ title: t('orgGroups.remove.done', { name }) });
        onRemoved?.();
        await refreshGroups(client);
      }}
    />
  );
}
