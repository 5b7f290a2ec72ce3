import { Button } from '@mantine/core';
import type { OrgGroup } from '@sightline/contracts/org-groups/org-group';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListPage } from '../../ui/page/list-page.tsx';
import { hasNothingYet } from '../../ui/page/nothing-yet.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { groupPages } from './group-queries.ts';
import { groupTypeOf } from './group-types.ts';
import { GroupsTable } from './groups-table.tsx';
import { RemoveGroup } from './remove-group.tsx';

const here = '/shell/organization/database-area/database/groups/$groupType';

/** The parameter of the address that opens the form of a new group. */
const createOf = { Doors: 'createDoors', People: 'createPeople', Vehicles: 'createVehicles' } as const;

/** Groups of one directory. */
export function GroupsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { groupType: word } = useParams({ from: here });
  const query = useSearch({ from: here });
  const type = groupTypeOf(word) ?? 'Vehicles';
  const [removed, setRemoved] = useState<OrgGroup | null>(null);
  const search = query.search ?? '';
  const list = useInfiniteQuery({ ...groupPages(type, search), placeholderData: (last) => last });
  const go = (part: typeof query): void =>
    void navigate({
      to: '/database/groups/$groupType',
      params: { groupType: word },
      search: { ...query, ...part },
      replace: true,
    });
  const create = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => go({ [createOf[type]]: 'true' })}
    >
      {t('orgGroups.create.action')}
    </Button>
  );
  const isNothingYet = hasNothingYet(list, search !== '');
  return (
    <>
      <ListPage
        head={
          <PageHeader
            title={t(`orgGroups.list.titleOf.${type}`)}
            parents={[{ key: 'database', link: <span>{t('shell.database.title')}</span> }]}
          >
            {!isNothingYet && create}
          </PageHeader>
        }
        search={{
          label: t('orgGroups.list.search'),
          value: search,
          onChange: (text) => go({ search: text === '' ? undefined : text }),
        }}
        list={list}
        totalText={(count, shown) => t('orgGroups.list.total', { count, shown })}
        failed={t('orgGroups.list.failed')}
        nothing={
          <EmptyState title={t('orgGroups.list.emptyTitle')} text={t(`orgGroups.list.emptyText.${type}`)}>
            {create}
          </EmptyState>
        }
        noneFound={{ title: t('orgGroups.list.noneNamed', { query: search }), text: t('orgGroups.list.noneHint') }}
      >
        {(listed) => <GroupsTable {...listed} word={word} onRemove={setRemoved} />}
      </ListPage>
      {query[createOf[type]] !== undefined && (
        <GroupDialog type={type} group={null} onClose={() => go({ [createOf[type]]: undefined })} />
      )}
      {removed !== null && <RemoveGroup group={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}
