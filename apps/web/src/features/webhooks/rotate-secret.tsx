import { Button } from '@mantine/core';
import type { Webhook } from '@sightline/contracts/webhooks/webhook';
import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { refreshWebhooks } from './webhook-queries.ts';
import { WebhookSecret } from './webhook-secret.tsx';

/** Asks, then makes a new secret and shows it this once. */
export function RotateSecret({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => call(webhooksCalls.rotate, { params: { id: webhook.id } }),
    onSuccess: () => refreshWebhooks(client),
  });
  const secret = rotate.data?.secret;
  return (
    <Dialog
      title={t(secret === undefined ? 'webhooks.rotate.title' : 'webhooks.rotate.made')}
      width={540}
      onClose={onClose}
    >
      {secret === undefined ? (
        <>
          <Fields isWide>
            <p>{t('webhooks.rotate.text')}</p>
            {rotate.error !== null && <FormFailure failure={rotate.error} />}
          </Fields>
          <DialogActions>
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('common.actions.cancel')}
            </Button>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
              {t('webhooks.rotate.action')}
            </Button>
          </DialogActions>
        </>
      ) : (
        <WebhookSecret secret={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}
