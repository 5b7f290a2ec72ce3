import { Button } from '@mantine/core';
import type { SupportOrganization } from '@sightline/contracts/users/user';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EndSupportDialog } from './end-support-dialog.tsx';
import { SupportTable, type SupportDeed } from './support-table.tsx';
import { helpers } from '../user-queries.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import classes from '../../../ui/page/settings-list.module.css';

const SupportDialog = lazy(async () => ({
  default: (await import('./support-dialog.tsx')).SupportDialog,
}));
const EffectiveDrawer = lazy(async () => ({
  default: (await import('../effective-drawer.tsx')).EffectiveDrawer,
}));

/** Organizations that help here, with what can be done with each. */
export function OrganizationsTab({ onInvite }: { onInvite: () => void }) {
  const { t } = useTranslation();
  const organizations = useQuery(helpers());
  const [deed, setDeed] = useState<{ what: SupportDeed; organization: SupportOrganization } | null>(null);
  const close = (): void => setDeed(null);
  return (
    <>
      <div className={classes.list}>
        <ListScreen
          list={organizations}
          failed={t('users.support.failed')}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState title={t('users.support.none')} text={t('users.support.lead')}>
              <Button onClick={onInvite}>{t('users.support.invite')}</Button>
            </EmptyState>
          }
        >
          {({ items }) => (
            <SupportTable organizations={items} onDeed={(what, organization) => setDeed({ what, organization })} />
          )}
        </ListScreen>
      </div>
      <Suspense>
        {deed?.what === 'change' && <SupportDialog organization={deed.organization} onClose={close} />}
        {deed?.what === 'effective' && (
          <EffectiveDrawer
            kind="organization"
            id={deed.organization.id}
            name={deed.organization.name}
            onClose={close}
          />
        )}
        {deed?.what === 'end' && <EndSupportDialog organization={deed.organization} onClose={close} />}
      </Suspense>
    </>
  );
}
