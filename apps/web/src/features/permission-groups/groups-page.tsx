import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateGroupDialog } from './create-group-dialog.tsx';
import { groupsPage, groupsPerPage } from './group-queries.ts';
import { GroupsTable } from './groups-table.tsx';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import classes from '../../ui/page/settings-list.module.css';

/** Permission groups, 20 a page. */
export function GroupsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { q = '', page = '1' } = useSearch({ from: '/shell/organization/settings-area/settings/permissions/list' });
  const [isCreating, setCreating] = useState(false);
  const current = Math.max(1, Number.parseInt(page, 10) || 1);
  const groups = useQuery({ ...groupsPage(current, q), placeholderData: (last) => last });
  const go = (search: { q?: string | undefined; page?: string | undefined }): void =>
    void navigate({ to: '/settings/permissions/list', search, replace: true });
  const total = groups.data?.totalItemsCount;
  return (
    <div className={classes.page}>
      <PageHeader title={t('permissionGroups.list.title')}>
        <Button leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />} onClick={() => setCreating(true)}>
          {t('permissionGroups.create.action')}
        </Button>
      </PageHeader>
      <Toolbar
        end={
          total === undefined
            ? undefined
            : t('permissionGroups.list.total', { count: total, shown: formatCount(total) })
        }
      >
        <SearchField
          label={t('permissionGroups.list.search')}
          value={q}
          onChange={(text) => go({ q: text === '' ? undefined : text })}
        />
      </Toolbar>
      <div className={classes.list}>
        <ListScreen
          list={groups}
          failed={t('permissionGroups.list.failed')}
          isEmpty={({ items }) => items.length === 0}
          empty={
            <EmptyState
              title={t('permissionGroups.list.noneNamed', { query: q })}
              text={t('permissionGroups.list.noneHint')}
            >
              <Button variant="default" onClick={() => go({})}>
                {t('common.actions.clearSearch')}
              </Button>
            </EmptyState>
          }
        >
          {({ items }) => <GroupsTable groups={items} total={items.length} />}
        </ListScreen>
      </div>
      {total !== undefined && (
        <Pager
          page={current}
          perPage={groupsPerPage}
          total={total}
          onChange={(next) => go({ q: q === '' ? undefined : q, page: String(next) })}
        />
      )}
      {isCreating && (
        <CreateGroupDialog
          onClose={() => setCreating(false)}
          onCreated={({ id }) => void navigate({ to: '/settings/permissions/$groupId', params: { groupId: id } })}
        />
      )}
    </div>
  );
}
