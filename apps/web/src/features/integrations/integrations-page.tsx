import type { Integration } from '@sightline/contracts/integrations/integration';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { ItemList } from '../../ui/lists/item-list.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { IntegrationItem } from './integration-item.tsx';
import { integrationsQuery } from './integration-queries.ts';
import { Quotas } from './quotas.tsx';
import { UninstallIntegration } from './uninstall-integration.tsx';

const InstallDialog = lazy(async () => ({ default: (await import('./install-dialog.tsx')).InstallDialog }));

/** Services that can be installed, how they fare, and how much of them may be used. */
export function IntegrationsPage() {
  const { t } = useTranslation();
  const [coming, setComing] = useState<Integration | null>(null);
  const [leaving, setLeaving] = useState<Integration | null>(null);
  const integrations = useQuery(integrationsQuery());
  return (
    <>
      <PageHeader title={t('integrations.page.title')}>
        <ButtonLink variant="default" to="/settings/integrations/webhooks">
          {t('integrations.page.webhooks')}
        </ButtonLink>
      </PageHeader>
      <Section>
        <ListScreen list={integrations} failed={t('integrations.page.failed')} rows={5}>
          {({ items }) => (
            <ItemList label={t('integrations.page.title')}>
              {items.map((integration) => (
                <IntegrationItem
                  key={integration.service}
                  integration={integration}
                  onInstall={() => setComing(integration)}
                  onUninstall={() => setLeaving(integration)}
                />
              ))}
            </ItemList>
          )}
        </ListScreen>
      </Section>
      <Quotas />
      {coming !== null && (
        <Suspense>
          <InstallDialog service={coming.service} onClose={() => setComing(null)} />
        </Suspense>
      )}
      {leaving !== null && <UninstallIntegration service={leaving.service} onClose={() => setLeaving(null)} />}
    </>
  );
}
