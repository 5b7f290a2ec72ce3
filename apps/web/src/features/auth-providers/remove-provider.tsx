import type { AuthProvider } from '@sightline/contracts/auth-providers/auth-provider';
import { authProvidersCalls } from '@sightline/contracts/auth-providers/auth-providers.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';

/** Asks, then removes a provider and what people linked through it. */
export function RemoveProvider({ provider, onClose }: { provider: AuthProvider; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = async (): Promise<void> => {
    await call(authProvidersCalls.remove, { params: { id: provider.id } });
    await client.invalidateQueries({ queryKey: callKey(authProvidersCalls.list) });
    toastSuccess({ title: t('authProviders.remove.done', { name: provider.name }) });
  };
  return (
    <ConfirmDialog
      title={t('authProviders.remove.title', { name: provider.name })}
      text={t('authProviders.remove.text')}
      confirmLabel={t('authProviders.remove.action')}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
