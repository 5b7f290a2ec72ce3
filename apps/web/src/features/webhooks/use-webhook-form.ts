import type { MessageKind } from '@sightline/contracts/webhooks/message-kinds';
import type { Webhook, WebhookWithSecret } from '@sightline/contracts/webhooks/webhook';
import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { refreshWebhooks } from './webhook-queries.ts';

interface WebhookValues {
  name: string;
  url: string;
  messageKinds: MessageKind[];
  isEnabled: boolean;
}

const isAddress = (text: string): boolean =>
  URL.canParse(text.trim()) && /^https?:$/.test(new URL(text.trim()).protocol);

const valuesOf = (webhook: Webhook | null): WebhookValues =>
  webhook === null
    ? { name: '', url: '', messageKinds: ['alert.opened'], isEnabled: true }
    : { name: webhook.name, url: webhook.url, messageKinds: webhook.messageKinds, isEnabled: webhook.isEnabled };

const save = (webhook: Webhook | null, values: WebhookValues): Promise<Webhook | WebhookWithSecret> => {
  const body = { ...values, name: values.name.trim(), url: values.url.trim() };
  return webhook === null
    ? call(webhooksCalls.create, { body })
    : call(webhooksCalls.update, { params: { id: webhook.id }, body: { ...body, revision: webhook.revision } });
};

/** The form of a new webhook, with null, or of one that is there. */
export const useWebhookForm = (webhook: Webhook | null, onSaved: (saved: Webhook | WebhookWithSecret) => void) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useCallForm<WebhookValues, Webhook | WebhookWithSecret>({
    initialValues: valuesOf(webhook),
    validate: {
      name: (value) => (value.trim() === '' ? t('webhooks.form.nameMissing') : null),
      url: (value) => (isAddress(value) ? null : t('webhooks.form.urlWrong')),
      messageKinds: (value) => (value.length === 0 ? t('webhooks.form.kindsMissing') : null),
    },
    send: (values) => save(webhook, values),
    atField: { address_refused: 'url', name_taken: 'name', grant_exceeds_own: 'messageKinds' },
    onDone: async (saved) => {
      onSaved(saved);
      await refreshWebhooks(client);
    },
  });
};
