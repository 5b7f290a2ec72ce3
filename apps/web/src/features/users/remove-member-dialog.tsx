import type { OrganizationUser } from '@sightline/contracts/users/user';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';

/** Takes a member out after saying what that means. */
export function RemoveMemberDialog({ user, onClose }: { user: OrganizationUser; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = async (): Promise<void> => {
    await call(usersCalls.remove, { params: { id: user.id } });
    await client.invalidateQueries({ queryKey: callKey(usersCalls.list) });
    toastSuccess({ title: t('users.remove.done', { name: user.name }) });
  };
  return (
    <ConfirmDialog
      title={t('users.remove.title', { name: user.name })}
      text={t('users.remove.text')}
      confirmLabel={t('users.remove.action')}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
