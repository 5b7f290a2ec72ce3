import type { ApiKey } from '@sightline/contracts/api-keys/api-key';
import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';

/** Asks, then ends a key at once. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const revoke = async (): Promise<void> => {
    await call(apiKeysCalls.remove, { params: { id: apiKey.id } });
    await client.invalidateQueries({ queryKey: callKey(apiKeysCalls.list) });
    toastSuccess({ title: t('apiKeys.revoke.done', { name: apiKey.name }) });
  };
  return (
    <ConfirmDialog
      title={t('apiKeys.revoke.title', { name: apiKey.name })}
      text={t('apiKeys.revoke.text')}
      confirmLabel={t('apiKeys.revoke.action')}
      onConfirm={revoke}
      onClose={onClose}
    />
  );
}
