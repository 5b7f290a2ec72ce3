import { Button } from '@mantine/core';
import type { Webhook } from '@sightline/contracts/webhooks/webhook';
import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { ChoiceFilter } from '../../ui/filters/choice-filter.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import classes from '../../ui/page/settings-list.module.css';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { toastFailure, toastSuccess } from '../../ui/toasts/toast.tsx';
import { DeliveriesTable } from './deliveries-table.tsx';
import { deliveryStates } from './log-search.ts';
import { deliveryPages, refreshWebhooks } from './webhook-queries.ts';

const DeliveryDialog = lazy(async () => ({ default: (await import('./delivery-dialog.tsx')).DeliveryDialog }));

function ResendAll({ webhook: { id, deadCount } }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () => call(webhooksCalls.resendDead, { params: { id }, body: {} }),
    onSuccess: async ({ count }) => {
      toastSuccess({ title: t('webhooks.resend.doneAll', { count, shown: formatCount(count) }) });
      await refreshWebhooks(client);
    },
    onError: (failure) => toastFailure(t('webhooks.resend.failed'), failure),
  });
  return (
    <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate()}>
      {t('webhooks.resend.all', { count: deadCount, shown: formatCount(deadCount) })}
    </Button>
  );
}

/** The messages of a webhook, newest first. */
export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state } = useSearch({
    from: '/shell/organization/settings-area/settings/integrations/webhooks/$webhookId',
  });
  const [openId, setOpenId] = useState<string | null>(null);
  const pages = useInfiniteQuery({ ...deliveryPages(webhook.id, state), placeholderData: (last) => last });
  const total = pages.data?.pages[0]?.total.value ?? 0;
  const choose = (next: typeof state): void =>
    void navigate({
      to: '/settings/integrations/webhooks/$webhookId',
      params: { webhookId: webhook.id },
      search: { state: next },
      replace: true,
    });
  return (
    <>
      <Toolbar end={webhook.deadCount > 0 && webhook.isEnabled && <ResendAll webhook={webhook} />}>
        <ChoiceFilter
          label={t('webhooks.log.state')}
          value={state}
          options={deliveryStates.map((value) => ({ value, label: t(`webhooks.delivery.${value}`) }))}
          onChange={choose}
        />
      </Toolbar>
      <div className={classes.list}>
        <ListScreen
          list={pages}
          failed={t('webhooks.log.failed')}
          isEmpty={() => total === 0}
          empty={
            <EmptyState
              title={t(state === undefined ? 'webhooks.log.none' : 'webhooks.log.noneSuch')}
              text={t('webhooks.log.noneText')}
            />
          }
        >
          {(data) => (
            <DeliveriesTable
              deliveries={data.pages.flatMap(({ items }) => items)}
              total={total}
              onOpen={setOpenId}
              onEndReached={() => {
                if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
              }}
            />
          )}
        </ListScreen>
      </div>
      {openId !== null && (
        <Suspense>
          <DeliveryDialog webhook={webhook} deliveryId={openId} onClose={() => setOpenId(null)} />
        </Suspense>
      )}
    </>
  );
}
