import type { PermissionGroupSummary } from '@sightline/contracts/permission-groups/permission-group';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { groupName } from '../../platform/i18n/fixed-names.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import classes from './groups-table.module.css';

const useColumns = (): Column<PermissionGroupSummary>[] => {
  const { t } = useTranslation();
  return [
    {
      id: 'name',
      header: t('permissionGroups.list.name'),
      track: 'minmax(160px, 2fr)',
      phone: 'title',
      cell: ({ id, name, isAdministrators }) => (
        <>
          <Link to="/settings/permissions/$groupId" params={{ groupId: id }} className={classes.name}>
            <bdi>{groupName(t, name)}</bdi>
          </Link>
          {/* Read aloud as two words. */}{' '}
          {isAdministrators && <span className={classes.mark}>{t('permissionGroups.administrators.mark')}</span>}
        </>
      ),
    },
    {
      id: 'description',
      header: t('permissionGroups.list.description'),
      track: 'minmax(160px, 3fr)',
      phone: 'second',
      cell: ({ description }) => <bdi>{description}</bdi>,
    },
    {
      id: 'people',
      header: t('permissionGroups.list.people'),
      track: '104px',
      phone: 'end',
      cell: ({ userCount }) =>
        t('permissionGroups.list.peopleCount', { count: userCount, shown: formatCount(userCount) }),
    },
    {
      id: 'organizations',
      header: t('permissionGroups.list.organizations'),
      track: '120px',
      cell: ({ organizationCount }) => formatCount(organizationCount),
    },
    {
      id: 'permissions',
      header: t('permissionGroups.list.permissions'),
      track: '104px',
      cell: ({ permissionCount }) => formatCount(permissionCount),
    },
  ];
};

/** Groups of one page. */
export function GroupsTable({ groups, total }: { groups: readonly PermissionGroupSummary[]; total: number }) {
  const { t } = useTranslation();
  const columns = useColumns();
  return (
    <DataTable
      label={t('permissionGroups.list.title')}
      columns={columns}
      rows={groups}
      rowKey={({ id }) => id}
      total={total}
    />
  );
}
