import type { SupportOrganization } from '@sightline/contracts/users/user';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';

/** Ends the help of an organization at once, after saying what that means. */
export function EndSupportDialog({
  organization,
  onClose,
}: {
  organization: SupportOrganization;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const end = async (): Promise<void> => {
    await call(usersCalls.removeSupport, { params: { id: organization.id } });
    await client.invalidateQueries({ queryKey: callKey(usersCalls.listSupport) });
    toastSuccess({ title: t('users.support.ended', { name: organization.name }) });
  };
  return (
    <ConfirmDialog
      title={t('users.support.endTitle', { name: organization.name })}
      text={t('users.support.endText')}
      confirmLabel={t('users.support.end')}
      onConfirm={end}
      onClose={onClose}
    />
  );
}
