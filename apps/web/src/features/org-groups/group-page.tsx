import { ActionIcon } from '@mantine/core';
import type { OrgGroupMember, WholeOrgGroup } from '@sightline/contracts/org-groups/org-group';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EntityFailure } from '../../ui/pages/entity-failure.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { groupById } from './group-queries.ts';
import { RemoveGroup } from './remove-group.tsx';
import classes from '../../ui/page/settings-list.module.css';

const columnsOf = (t: TFunction): Column<OrgGroupMember>[] => [
  {
    id: 'name',
    header: t('orgGroups.form.members'),
    track: '1fr',
    phone: 'title',
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
];

/** One group: what it holds. */
export function GroupPage() {
  const { groupId, groupType } = useParams({
    from: '/shell/organization/database-area/database/groups/$groupType/$groupId',
  });
  const group = useQuery(groupById(groupId));
  const isGone = group.error?.code === 'not_found';
  if (group.data !== undefined && !isGone) return <ShownGroup group={group.data} word={groupType} />;
  if (group.error !== null) return <EntityFailure failure={group.error} onRetry={() => void group.refetch()} />;
  return <LoadingRows />;
}

function ShownGroup({ group, word }: { group: WholeOrgGroup; word: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const { name, type, members } = group;
  const close = (): void => setOpen(null);
  return (
    <div className={classes.page}>
      <PageHeader
        title={name}
        meta={t('orgGroups.list.members', { count: members.length, shown: formatCount(members.length) })}
        parents={[
          { key: 'database', link: <span>{t('shell.database.title')}</span> },
          {
            key: 'groups',
            link: (
              <Link to="/database/groups/$groupType" params={{ groupType: word }}>
                {t(`orgGroups.list.titleOf.${type}`)}
              </Link>
            ),
          },
        ]}
      >
        <ActionIcon size={36} aria-label={t('orgGroups.edit.of', { name })} onClick={() => setOpen('edit')}>
          <IconPencil size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon size={36} aria-label={t('orgGroups.remove.of', { name })} onClick={() => setOpen('remove')}>
          <IconTrash size={18} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </PageHeader>
      <div className={classes.list}>
        {members.length === 0 ? (
          <EmptyState title={t('orgGroups.list.noMembers')} text={t('orgGroups.list.noMembersText')} />
        ) : (
          <DataTable
            label={t('orgGroups.form.members')}
            columns={columnsOf(t)}
            rows={members}
            rowKey={({ id }) => id}
            total={members.length}
            isOnlyRead
          />
        )}
      </div>
      {open === 'edit' && <GroupDialog type={type} group={group} onClose={close} />}
      {open === 'remove' && (
        <RemoveGroup
          group={group}
          onClose={close}
          onRemoved={() => void navigate({ to: '/database/groups/$groupType', params: { groupType: word } })}
        />
      )}
    </div>
  );
}
