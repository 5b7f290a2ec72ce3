import { Button } from '@mantine/core';
import type { OrganizationUser } from '@sightline/contracts/users/user';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemberDeed } from './member-menu-items.tsx';
import { MembersTable } from './members-table.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { memberPages } from './user-queries.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import classes from '../../ui/page/settings-list.module.css';

const ChangeMemberDialog = lazy(async () => ({
  default: (await import('./change-member-dialog.tsx')).ChangeMemberDialog,
}));
const EffectiveDrawer = lazy(async () => ({
  default: (await import('./effective-drawer.tsx')).EffectiveDrawer,
}));

/** Members with what can be done with each. */
export function MembersTab({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation();
  const [deed, setDeed] = useState<{ what: MemberDeed; user: OrganizationUser } | null>(null);
  const total = useInfiniteQuery({ ...memberPages(search), placeholderData: (last) => last }).data?.pages[0]?.total
    .value;
  const close = (): void => setDeed(null);
  return (
    <>
      <Toolbar
        end={total === undefined ? undefined : t('users.list.total', { count: total, shown: formatCount(total) })}
      >
        <SearchField label={t('users.list.search')} value={search} onChange={onSearch} />
      </Toolbar>
      <div className={classes.list}>
        <MembersTable
          search={search}
          onDeed={(what, user) => setDeed({ what, user })}
          noResults={
            <EmptyState title={t('users.list.noneNamed', { query: search })} text={t('users.list.noneHint')}>
              <Button variant="default" onClick={() => onSearch('')}>
                {t('common.actions.clearSearch')}
              </Button>
            </EmptyState>
          }
        />
      </div>
      <Suspense>
        {deed?.what === 'change' && <ChangeMemberDialog user={deed.user} onClose={close} />}
        {deed?.what === 'effective' && (
          <EffectiveDrawer kind="user" id={deed.user.id} name={deed.user.name} onClose={close} />
        )}
        {deed?.what === 'remove' && <RemoveMemberDialog user={deed.user} onClose={close} />}
      </Suspense>
    </>
  );
}
