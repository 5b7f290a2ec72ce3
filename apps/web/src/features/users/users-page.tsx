import { Button } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { inviteCount } from './user-queries.ts';
import { useSession } from '../../platform/session/session-store.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { PageTabs } from '../../ui/tabs/page-tabs.tsx';
import type { UsersSearch } from './users-search.ts';
import { MembersTab } from './members-tab.tsx';
import classes from '../../ui/page/settings-list.module.css';

const OrganizationsTab = lazy(async () => ({
  default: (await import('./support/organizations-tab.tsx')).OrganizationsTab,
}));
const StaffPeople = lazy(async () => ({
  default: (await import('./staff-people.tsx')).StaffPeople,
}));
const InviteUsersDialog = lazy(async () => ({
  default: (await import('./invites/invite-users-dialog.tsx')).InviteUsersDialog,
}));
const PendingInvitesDialog = lazy(async () => ({
  default: (await import('./invites/pending-invites-dialog.tsx')).PendingInvitesDialog,
}));
const SupportDialog = lazy(async () => ({
  default: (await import('./support/support-dialog.tsx')).SupportDialog,
}));

/** People of the organization, organizations that help it, and, for the staff, people of all organizations. */
export function UsersPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/organization/settings-area/settings/users' });
  const { user } = useSession();
  const isStaff = user.isDeveloper || user.isDevTeam || user.roles.includes('ADMIN');
  const waiting = useQuery(inviteCount()).data?.total.value ?? 0;
  const { tab: wanted = 'users', q = '', pendingInvites, inviteUsers, inviteSupport } = search;
  const tab = wanted === 'staff' && !isStaff ? 'users' : wanted;
  const change = (part: UsersSearch): void =>
    void navigate({ to: '/settings/users', search: { ...search, ...part }, replace: true });
  return (
    <div className={classes.page}>
      <PageHeader title={t('users.page.title')}>
        {waiting > 0 && (
          <Button variant="default" onClick={() => change({ pendingInvites: 'true' })}>
            {t('users.pending.open', { count: waiting })}
          </Button>
        )}
        {tab === 'organizations' ? (
          <Button
            leftSection={<IconMailPlus size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => change({ inviteSupport: 'true' })}
          >
            {t('users.support.invite')}
          </Button>
        ) : (
          <Button
            leftSection={<IconMailPlus size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => change({ inviteUsers: 'true' })}
          >
            {t('users.invite.title')}
          </Button>
        )}
      </PageHeader>
      <PageTabs
        label={t('users.page.tabs')}
        value={tab}
        tabs={[
          { value: 'users', label: t('users.page.users') },
          { value: 'organizations', label: t('users.page.organizations') },
          ...(isStaff ? [{ value: 'staff' as const, label: t('users.page.staff') }] : []),
        ]}
        onChange={(next) => change({ tab: next, q: undefined })}
      />
      <Suspense>
        {tab === 'users' && (
          <MembersTab search={q} onSearch={(text) => change({ q: text === '' ? undefined : text })} />
        )}
        {tab === 'organizations' && <OrganizationsTab onInvite={() => change({ inviteSupport: 'true' })} />}
        {tab === 'staff' && <StaffPeople />}
      </Suspense>
      <Suspense>
        {pendingInvites !== undefined && <PendingInvitesDialog onClose={() => change({ pendingInvites: undefined })} />}
        {inviteUsers !== undefined && <InviteUsersDialog onClose={() => change({ inviteUsers: undefined })} />}
        {inviteSupport !== undefined && (
          <SupportDialog organization={null} onClose={() => change({ inviteSupport: undefined })} />
        )}
      </Suspense>
    </div>
  );
}
