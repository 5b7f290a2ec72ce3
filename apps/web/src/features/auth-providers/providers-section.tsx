import type { AuthProvider } from '@sightline/contracts/auth-providers/auth-provider';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Grid } from '../../ui/layout/grid.tsx';
import { Section } from '../../ui/page/section.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { AddProviderMenu } from './add-provider-menu.tsx';
import { ProviderItem } from './provider-item.tsx';
import { providersQuery } from './provider-queries.ts';
import { RemoveProvider } from './remove-provider.tsx';
import classes from './auth-providers.module.css';

const ProviderDialog = lazy(async () => ({ default: (await import('./provider-dialog.tsx')).ProviderDialog }));

/** Providers at which people of the organization can sign in. */
export function ProvidersSection() {
  const { t } = useTranslation();
  const providers = useQuery(providersQuery());
  const [editing, setEditing] = useState<AuthProvider | 'oidc' | 'saml' | null>(null);
  const [leaving, setLeaving] = useState<AuthProvider | null>(null);
  const [addedId, setAddedId] = useState<string | null>(null);
  const close = (): void => setEditing(null);
  return (
    <Section title={t('authProviders.list.title')} lead={t('authProviders.list.lead')}>
      <AddProviderMenu onAdd={setEditing} />
      {providers.data === undefined && providers.error === null && <LoadingRows rows={2} />}
      {providers.data === undefined && providers.error !== null && (
        <ErrorState
          title={t('authProviders.list.failed')}
          failure={providers.error}
          onRetry={() => void providers.refetch()}
        />
      )}
      {providers.data?.items.length === 0 && <p className={classes.none}>{t('authProviders.list.none')}</p>}
      <Grid as="ul" columns={1} gap={16} className={classes.list}>
        {providers.data?.items.map((provider) => (
          <ProviderItem
            key={provider.id}
            provider={provider}
            isOpen={provider.id === addedId}
            onEdit={() => setEditing(provider)}
            onRemove={() => setLeaving(provider)}
          />
        ))}
      </Grid>
      {editing !== null && (
        <Suspense>
          <ProviderDialog
            subject={editing}
            onSaved={({ id }) => {
              if (typeof editing === 'string') setAddedId(id);
              close();
            }}
            onClose={close}
          />
        </Suspense>
      )}
      {leaving !== null && <RemoveProvider provider={leaving} onClose={() => setLeaving(null)} />}
    </Section>
  );
}
