import type { OrgVariableChange } from '@sightline/contracts/org-variables/org-variable';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatTotal } from '../../platform/i18n/format-number.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { Cross } from '../../ui/filters/cross.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { ShownValue, TypeChip } from './shown-value.tsx';
import { changePages } from './variable-queries.ts';
import page from '../../ui/page/settings-list.module.css';
import classes from './variables.module.css';

const columnsOf = (t: TFunction, timeZone: string): Column<OrgVariableChange>[] => [
  {
    id: 'name',
    header: t('orgVariables.list.name'),
    track: 'minmax(120px, 2fr)',
    phone: 'title',
    cell: ({ name }) => <bdi title={name}>{name}</bdi>,
  },
  {
    id: 'deed',
    header: t('orgVariables.changes.deed'),
    track: '96px',
    phone: 'end',
    cell: ({ deed }) => t(`orgVariables.changes.${deed}`),
  },
  { id: 'type', header: t('orgVariables.list.type'), track: '112px', cell: ({ type }) => <TypeChip type={type} /> },
  {
    id: 'value',
    header: t('orgVariables.list.value'),
    track: 'minmax(120px, 2fr)',
    phone: 'second',
    cell: (change) => <ShownValue {...change} />,
  },
  {
    id: 'by',
    header: t('orgVariables.changes.by'),
    track: 'minmax(112px, 1fr)',
    cell: ({ byName }) => <bdi>{byName ?? t('orgVariables.changes.nobody')}</bdi>,
  },
  {
    id: 'at',
    header: t('orgVariables.changes.at'),
    track: '176px',
    cell: ({ atUtcMs }) => <Moment utcMs={atUtcMs} timeZone={timeZone} to="time" />,
  },
];

/** What became of all variables, deleted ones too, or of one: the newest first. */
export function ChangeLog({ variableId, onAll }: { variableId: string | undefined; onAll: () => void }) {
  const { t } = useTranslation();
  const log = useInfiniteQuery(changePages(variableId));
  const total = log.data?.pages[0]?.total;
  const name = log.data?.pages[0]?.items[0]?.name;
  return (
    <>
      {total !== undefined && total.value > 0 && (
        <Toolbar end={t('orgVariables.changes.total', { count: total.value, shown: formatTotal(total) })}>
          {variableId !== undefined && (
            <span className={classes.only}>
              {t('orgVariables.changes.only', { name: name ?? '' })}
              <Cross label={t('orgVariables.changes.all')} onClick={onAll} />
            </span>
          )}
        </Toolbar>
      )}
      <div className={page.list}>
        <ListScreen
          list={log}
          failed={t('orgVariables.changes.failed')}
          isEmpty={() => total?.value === 0}
          empty={<EmptyState title={t('orgVariables.changes.emptyTitle')} text={t('orgVariables.changes.emptyText')} />}
        >
          {(data) => (
            <DataTable
              label={t('orgVariables.changes.title')}
              columns={columnsOf(t, ownZone())}
              rows={data.pages.flatMap(({ items }) => items)}
              rowKey={({ id }) => id}
              total={total?.value ?? 0}
              onEndReached={() => {
                if (log.hasNextPage && !log.isFetchingNextPage) void log.fetchNextPage();
              }}
            />
          )}
        </ListScreen>
      </div>
    </>
  );
}
