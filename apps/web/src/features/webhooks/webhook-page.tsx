import { Button } from '@mantine/core';
import type { Webhook } from '@sightline/contracts/webhooks/webhook';
import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import classes from '../../ui/page/settings-list.module.css';
import { EntityFailure } from '../../ui/pages/entity-failure.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { toastFailure, toastSuccess, toastUpdate } from '../../ui/toasts/toast.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { WebhookFacts } from './webhook-facts.tsx';
import { refreshWebhooks, webhookById } from './webhook-queries.ts';
import { outcomeOf } from './webhook-words.ts';

const WebhookDialog = lazy(async () => ({ default: (await import('./webhook-dialog.tsx')).WebhookDialog }));

const useTest = ({ id, name }: Pick<Webhook, 'id' | 'name'>) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(webhooksCalls.test, { params: { id } }),
    onSuccess: async ({ state, last }) => {
      const text = last === null ? '' : outcomeOf(t, last);
      if (state === 'delivered') toastSuccess({ title: t('webhooks.test.delivered', { name }), text });
      else toastUpdate({ title: t('webhooks.test.refused', { name }), text });
      await refreshWebhooks(client);
    },
    onError: (failure) => toastFailure(t('webhooks.test.failed', { name }), failure),
  });
};

function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const test = useTest(webhook);
  return (
    <>
      <Button variant="default" onClick={() => setEditing(true)}>
        {t('webhooks.edit.action')}
      </Button>
      <Button loading={test.isPending} onClick={() => test.mutate()}>
        {t('webhooks.test.action')}
      </Button>
      {isEditing && (
        <Suspense>
          <WebhookDialog webhook={webhook} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

/** One webhook: how it fares, and the log of its messages. */
export function WebhookPage() {
  const { t } = useTranslation();
  const { webhookId } = useParams({
    from: '/shell/organization/settings-area/settings/integrations/webhooks/$webhookId',
  });
  const { data: webhook, error, refetch } = useQuery(webhookById(webhookId));
  if (webhook === undefined && error !== null) return <EntityFailure failure={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.page}>
      <PageHeader
        title={webhook?.name ?? ''}
        parents={[{ key: 'all', link: <Link to="/settings/integrations/webhooks">{t('webhooks.list.title')}</Link> }]}
      >
        {webhook !== undefined && <WebhookActions webhook={webhook} />}
      </PageHeader>
      {webhook === undefined ? (
        <LoadingRows rows={6} />
      ) : (
        <>
          <WebhookFacts webhook={webhook} />
          <DeliveryLog webhook={webhook} />
        </>
      )}
    </div>
  );
}
