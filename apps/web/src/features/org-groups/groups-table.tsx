import { ActionIcon } from '@mantine/core';
import type { OrgGroup } from '@sightline/contracts/org-groups/org-group';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import type { ListedRows } from '../../ui/page/list-page.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import classes from './groups.module.css';

const columnsOf = (t: TFunction, word: string, onRemove: (group: OrgGroup) => void): Column<OrgGroup>[] => [
  {
    id: 'name',
    header: t('orgGroups.form.name'),
    track: 'minmax(160px, 2fr)',
    phone: 'title',
    cell: ({ id, name }) => (
      <Link
        to="/database/groups/$groupType/$groupId"
        params={{ groupType: word, groupId: id }}
        className={classes.name}
      >
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    id: 'members',
    header: t('orgGroups.form.members'),
    track: 'minmax(120px, 1fr)',
    phone: 'second',
    cell: ({ memberCount: count }) => t('orgGroups.list.members', { count, shown: formatCount(count) }),
  },
  {
    id: 'actions',
    header: <span className={classes.unseen}>{t('orgGroups.list.actions')}</span>,
    track: '28px',
    phone: 'side',
    cell: (group) => (
      <ActionIcon size={28} aria-label={t('orgGroups.remove.of', { name: group.name })} onClick={() => onRemove(group)}>
        <IconTrash size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    ),
  },
];

interface GroupsTableProps extends ListedRows<OrgGroup> {
  /** Word of the type in addresses. */
  word: string;
  onRemove: (group: OrgGroup) => void;
}

/** Groups of one type by their names. */
export function GroupsTable({ rows, total, onEndReached, word, onRemove }: GroupsTableProps) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('orgGroups.list.title')}
      columns={columnsOf(t, word, onRemove)}
      rows={rows}
      rowKey={({ id }) => id}
      total={total}
      onEndReached={onEndReached}
    />
  );
}
