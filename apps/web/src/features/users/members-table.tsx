import type { OrganizationUser } from '@sightline/contracts/users/user';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { MemberMenuItems, type MemberDeed } from './member-menu-items.tsx';
import { MomentText } from './moment-text.tsx';
import { actionsColumn, groupsColumn, nameColumn } from './people-columns.tsx';
import { memberPages } from './user-queries.ts';
import classes from './users.module.css';

interface MembersTableProps {
  search: string;
  noResults: ReactNode;
  onDeed: (deed: MemberDeed, user: OrganizationUser) => void;
}

const useColumns = (onDeed: MembersTableProps['onDeed']): Column<OrganizationUser>[] => {
  const { t } = useTranslation();
  return [
    nameColumn(t, ({ name, isSelf }) => (
      <Row as="span" inline align="baseline" gap={8}>
        <bdi>{name}</bdi>
        {isSelf && <span className={classes.mark}>{t('users.list.self')}</span>}
      </Row>
    )),
    {
      id: 'email',
      header: t('users.list.email'),
      track: 'minmax(140px, 2fr)',
      phone: 'second',
      cell: ({ email }) => <bdi dir="ltr">{email}</bdi>,
    },
    {
      id: 'role',
      header: t('users.list.role'),
      track: '112px',
      cell: ({ role, isAdministrator }) => (isAdministrator ? t('users.list.administrator') : t(`users.role.${role}`)),
    },
    groupsColumn(t),
    {
      id: 'mfa',
      header: t('users.list.mfa'),
      track: '144px',
      cell: ({ isMfaEnabled }) => t(isMfaEnabled ? 'users.list.mfaOn' : 'users.list.mfaOff'),
    },
    {
      id: 'seen',
      header: t('users.list.lastSeen'),
      track: '168px',
      cell: ({ lastSeenAt }) => <MomentText utcMs={lastSeenAt} />,
    },
    actionsColumn(t, (user) => <MemberMenuItems user={user} onDeed={onDeed} />),
  ];
};

/** Active members of the organization; further ones are read while one scrolls. */
export function MembersTable({ search, noResults, onDeed }: MembersTableProps) {
  const { t } = useTranslation();
  const columns = useColumns(onDeed);
  const pages = useInfiniteQuery({ ...memberPages(search), placeholderData: (last) => last });
  const loadMore = (): void => {
    if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
  };
  return (
    <ListScreen
      list={pages}
      failed={t('users.list.failed')}
      isEmpty={(data) => data.pages.every(({ items }) => items.length === 0)}
      empty={noResults}
    >
      {(data) => {
        const rows = data.pages.flatMap(({ items }) => items);
        return (
          <DataTable
            label={t('users.list.label')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            total={data.pages[0]?.total.value ?? rows.length}
            onEndReached={loadMore}
          />
        );
      }}
    </ListScreen>
  );
}
