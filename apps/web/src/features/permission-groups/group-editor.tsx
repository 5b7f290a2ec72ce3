import type { PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { groupName } from '../../platform/i18n/fixed-names.ts';
import { MemberPreview } from './preview/member-preview.tsx';
import { SaveStatus } from './editor/save-status.tsx';
import { useGroupSaver } from './editor/use-group-saver.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { PageTabs } from '../../ui/tabs/page-tabs.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import type { GroupSearch } from './groups-search.ts';
import classes from '../../ui/page/settings-list.module.css';

// One part is looked at at a time.
const GroupPermissions = lazy(async () => ({
  default: (await import('./editor/group-permissions.tsx')).GroupPermissions,
}));
const GroupPeople = lazy(async () => ({
  default: (await import('./group-people.tsx')).GroupPeople,
}));
const GroupOrganizations = lazy(async () => ({
  default: (await import('./group-organizations.tsx')).GroupOrganizations,
}));
const GroupDetails = lazy(async () => ({
  default: (await import('./group-details.tsx')).GroupDetails,
}));

/** A permission group with its permissions, people, organizations and details. */
export function GroupEditor({ group }: { group: PermissionGroup }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/organization/settings-area/settings/permissions/$groupId' });
  const open = useGroupSaver(group);
  const { tab = 'permissions' } = search;
  const change = (part: GroupSearch): void =>
    void navigate({
      to: '/settings/permissions/$groupId',
      params: { groupId: group.id },
      search: { ...search, ...part },
      replace: true,
    });
  return (
    <div className={classes.page}>
      <UnsavedGuard isDirty={() => open.saver.store.getState().changes.length > 0} />
      <PageHeader
        title={groupName(t, group.name)}
        parents={[
          { key: 'groups', link: <Link to="/settings/permissions/list">{t('permissionGroups.list.title')}</Link> },
        ]}
      >
        <SaveStatus status={open.state.status} />
        <MemberPreview open={open} name={groupName(t, group.name)} />
      </PageHeader>
      <PageTabs
        label={t('permissionGroups.tabs.label')}
        value={tab}
        tabs={[
          { value: 'permissions', label: t('permissionGroups.tabs.permissions') },
          { value: 'people', label: t('permissionGroups.tabs.people'), count: group.users.length },
          {
            value: 'organizations',
            label: t('permissionGroups.tabs.organizations'),
            count: group.organizations.length,
          },
          { value: 'details', label: t('permissionGroups.tabs.details') },
        ]}
        onChange={(next) => change({ tab: next === 'permissions' ? undefined : next })}
      />
      <Suspense fallback={<LoadingRows />}>
        {tab === 'permissions' && <GroupPermissions open={open} control={{ address: search, change }} />}
        {tab === 'people' && <GroupPeople group={group} />}
        {tab === 'organizations' && <GroupOrganizations group={group} />}
        {tab === 'details' && (
          <GroupDetails group={group} onDeleted={() => void navigate({ to: '/settings/permissions/list' })} />
        )}
      </Suspense>
    </div>
  );
}
