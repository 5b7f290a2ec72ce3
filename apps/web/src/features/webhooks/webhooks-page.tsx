import { Button } from '@mantine/core';
import type { Webhook } from '@sightline/contracts/webhooks/webhook';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page/page-header.tsx';
import classes from '../../ui/page/settings-list.module.css';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { RemoveWebhook } from './remove-webhook.tsx';
import { webhooksQuery } from './webhook-queries.ts';
import { WebhooksTable } from './webhooks-table.tsx';

const WebhookDialog = lazy(async () => ({ default: (await import('./webhook-dialog.tsx')).WebhookDialog }));

/** Places outside that are told what happens. */
export function WebhooksPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { createWebhook } = useSearch({ from: '/shell/organization/settings-area/settings/integrations/webhooks' });
  const [leaving, setLeaving] = useState<Webhook | null>(null);
  const webhooks = useQuery(webhooksQuery());
  const open = (isOpen: boolean): void =>
    void navigate({
      to: '/settings/integrations/webhooks',
      search: isOpen ? { createWebhook: 'true' } : {},
      replace: true,
    });
  const create = (
    <Button leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />} onClick={() => open(true)}>
      {t('webhooks.create.action')}
    </Button>
  );
  return (
    <div className={classes.page}>
      <PageHeader title={t('webhooks.list.title')}>{(webhooks.data?.items.length ?? 0) > 0 && create}</PageHeader>
      <div className={classes.list}>
        <ListScreen
          list={webhooks}
          failed={t('webhooks.list.failed')}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState title={t('webhooks.none.title')} text={t('webhooks.none.text')}>
              {create}
            </EmptyState>
          }
        >
          {({ items }) => <WebhooksTable webhooks={items} onRemove={setLeaving} />}
        </ListScreen>
      </div>
      {createWebhook !== undefined && (
        <Suspense>
          <WebhookDialog webhook={null} onClose={() => open(false)} />
        </Suspense>
      )}
      {leaving !== null && <RemoveWebhook webhook={leaving} onClose={() => setLeaving(null)} />}
    </div>
  );
}
