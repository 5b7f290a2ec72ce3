import type { Webhook } from '@sightline/contracts/webhooks/webhook';
import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';

/** Asks, then deletes a webhook with its log. */
export function RemoveWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id, name } = webhook;
  const remove = async (): Promise<void> => {
    await call(webhooksCalls.remove, { params: { id } });
    await client.invalidateQueries({ queryKey: callKey(webhooksCalls.list) });
    toastSuccess({ title: t('webhooks.remove.done', { name }) });
  };
  return (
    <ConfirmDialog
      title={t('webhooks.remove.title', { name })}
      text={t('webhooks.remove.text')}
      confirmLabel={t('webhooks.remove.action')}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
