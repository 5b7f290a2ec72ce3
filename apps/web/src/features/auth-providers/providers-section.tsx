import type { AuthProvider } from '@sightline/contracts/auth-providers/auth-provider';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Grid } from '../../ui/layout/grid.tsx';
import { Section } from '../../ui/page/section.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
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
      <ListScreen
        list={providers}
        failed={t('authProviders.list.failed')}
        rows={2}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className={classes.none}>{t('authProviders.list.none')}</p>}
      >
        {({ items }) => (
          <Grid as="ul" columns={1} gap={16} className={classes.list}>
            {items.map((provider) => (
              <ProviderItem
                key={provider.id}
                provider={provider}
                isOpen={provider.id === addedId}
                onEdit={() => setEditing(provider)}
                onRemove={() => setLeaving(provider)}
              />
            ))}
          </Grid>
        )}
      </ListScreen>
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
