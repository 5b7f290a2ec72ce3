import { Button } from '@mantine/core';
import type { Integration } from '@sightline/contracts/integrations/integration';
import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { Item, SmallText } from '../../ui/lists/item-list.tsx';
import { toastFailure, toastSuccess, toastUpdate } from '../../ui/toasts/toast.tsx';
import { IntegrationFacts, IntegrationState } from './integration-state.tsx';
import { refreshIntegrations } from './integration-queries.ts';
import { useServiceName } from './use-service-name.ts';
import classes from './integrations.module.css';

interface WebhookActionsProps {
  name: string;
  webhookId: string;
}

/** What carries its messages is a webhook: it can be tried out, and has a log. */
function WebhookActions({ name, webhookId }: WebhookActionsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => call(webhooksCalls.test, { params: { id: webhookId } }),
    onSuccess: async ({ state }) => {
      if (state === 'delivered') toastSuccess({ title: t('integrations.test.delivered', { name }) });
      else toastUpdate({ title: t('integrations.test.refused', { name }), text: t('integrations.test.seeLog') });
      await refreshIntegrations(client);
    },
    onError: (failure) => toastFailure(t('integrations.test.failed', { name }), failure),
  });
  return (
    <>
      <ButtonLink
        variant="default"
        to="/settings/integrations/webhooks/$webhookId"
        params={{ webhookId }}
        aria-label={t('integrations.log.of', { name })}
      >
        {t('integrations.log.action')}
      </ButtonLink>
      <Button
        variant="default"
        loading={test.isPending}
        aria-label={t('integrations.test.of', { name })}
        onClick={() => test.mutate()}
      >
        {t('integrations.test.action')}
      </Button>
    </>
  );
}

interface IntegrationItemProps {
  integration: Integration;
  onInstall: () => void;
  onUninstall: () => void;
}

/** One service: what it does, whether it is installed, and what can be done with it. */
export function IntegrationItem({ integration, onInstall, onUninstall }: IntegrationItemProps) {
  const { t } = useTranslation();
  const { service, installedAtUtcMs, webhookId } = integration;
  const name = useServiceName()(service);
  return (
    <Item
      name={name}
      more={
        <Stack gap={4} justify="start">
          <SmallText>{t(`integrations.does.${service}`)}</SmallText>
          <IntegrationState integration={integration} />
          <IntegrationFacts integration={integration} />
        </Stack>
      }
    >
      <Row wrap gap={8} className={classes.actions}>
        {installedAtUtcMs === null ? (
          <Button variant="default" aria-label={t('integrations.install.of', { name })} onClick={onInstall}>
            {t('integrations.install.action')}
          </Button>
        ) : (
          <>
            {webhookId !== null && <WebhookActions name={name} webhookId={webhookId} />}
            <Button variant="default" aria-label={t('integrations.uninstall.of', { name })} onClick={onUninstall}>
              {t('integrations.uninstall.action')}
            </Button>
          </>
        )}
      </Row>
    </Item>
  );
}
