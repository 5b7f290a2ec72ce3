import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { exportPages } from './export-queries.ts';
import { ExportsTable } from './exports-table.tsx';
import classes from './exports-list.module.css';

/** All exports that the person may see, with the four states of a list. */
export function ExportsList() {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const pages = useInfiniteQuery(exportPages());
  const items = pages.data?.pages.flatMap((page) => page.items) ?? [];
  const total = pages.data?.pages[0]?.total;
  const matching = items.filter((item) =>
    item.cameraName.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase()),
  );
  if (pages.data !== undefined && items.length === 0) {
    return (
      <EmptyState title={t('exports.list.emptyTitle')} text={t('exports.list.emptyText')} art={<EmptyDrawing />}>
        <Button variant="default" renderRoot={(props) => <Link to="/location/home" {...props} />}>
          {t('exports.list.toDevices')}
        </Button>
      </EmptyState>
    );
  }
  const loadMore = (): void => {
    if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
  };
  const shown =
    total &&
    (total.relation === 'exact'
      ? t('exports.list.total', { count: total.value, value: formatCount(total.value) })
      : t('exports.list.atLeast', { value: formatCount(total.value) }));
  return (
    <div className={classes.list}>
      <Toolbar end={shown}>
        <SearchField label={t('exports.list.search')} value={query} onChange={setQuery} />
      </Toolbar>
      <ListScreen
        list={pages}
        failed={t('exports.list.failed')}
        stillWorks={t('exports.list.stillWorks')}
        isEmpty={() => matching.length === 0}
        empty={
          <EmptyState title={t('exports.list.noResultsTitle', { query })} text={t('exports.list.noResultsText')}>
            <Button variant="default" onClick={() => setQuery('')}>
              {t('common.actions.clearSearch')}
            </Button>
          </EmptyState>
        }
      >
        {() => (
          <div className={classes.table}>
            <ExportsTable
              items={matching}
              total={query === '' ? (total?.value ?? matching.length) : matching.length}
              onEndReached={loadMore}
            />
          </div>
        )}
      </ListScreen>
    </div>
  );
}

/** A band with a marked part that becomes a file. */
function EmptyDrawing() {
  return (
    <svg width="200" height="56" viewBox="0 0 200 56" fill="none" stroke="currentColor" strokeWidth="1.5">
      <path d="M1 36h118M1 46h118M40 28v26M84 28v26M132 41h18m-6-6 6 6-6 6" />
      <rect x="40" y="36" width="44" height="10" fill="currentColor" opacity="0.25" stroke="none" />
      <path d="M162 12h20l10 10v30h-30zM182 12v10h10" />
    </svg>
  );
}
