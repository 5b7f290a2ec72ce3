import { Button } from '@mantine/core';
import type { Page } from '@sightline/contracts/shared/paging';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTotal } from '../../platform/i18n/format-number.ts';
import { SearchField } from '../filters/search-field.tsx';
import { classNames } from '../layout/layout-parts.ts';
import { EmptyState } from '../states/empty-state.tsx';
import { ListScreen } from '../states/list-screen.tsx';
import { hasNothingYet } from './nothing-yet.ts';
import { Toolbar } from './toolbar.tsx';
import own from './list-page.module.css';
import classes from './settings-list.module.css';

/** Rows as a table wants them: those that are loaded, how many there are, and how to get more. */
export interface ListedRows<T> {
  rows: readonly T[];
  total: number;
  onEndReached: () => void;
}

interface ListPageProps<T> {
  /** Head of the page, and what else stands above the search. */
  head: ReactNode;
  search: { label: string; value: string; onChange: (text: string) => void };
  /** Beside the search. */
  filters?: ReactNode;
  /** Something else than the search narrows the list; `onClear` takes that back. */
  narrowed?: { isNarrowed: boolean; onClear: () => void };
  list: UseInfiniteQueryResult<InfiniteData<Page<T>>>;
  /** `shown`: the count as it is written, with a mark where there are more. */
  totalText: (count: number, shown: string) => string;
  /** Beside the total. */
  toolbarEnd?: ReactNode;
  failed: string;
  /** Shown while there is nothing at all. */
  nothing: ReactNode;
  noneFound: { title: string; text: string };
  /** Stands below the list, for instance what can be done with chosen rows. */
  foot?: ReactNode;
  children: (listed: ListedRows<T>) => ReactNode;
}

const none = { value: 0, relation: 'exact' } as const;

/** A page with one list: search, total, and the list in its four states. Further rows are fetched when their place comes near. */
export function ListPage<T>(props: ListPageProps<T>) {
  const { head, search, filters, narrowed, list, totalText, toolbarEnd, failed, nothing, noneFound, foot, children } =
    props;
  const { t } = useTranslation();
  const total = list.data?.pages[0]?.total ?? none;
  const isNarrowed = search.value !== '' || narrowed?.isNarrowed === true;
  const isNothingYet = hasNothingYet(list, isNarrowed);
  const clear = (): void => (narrowed === undefined ? search.onChange('') : narrowed.onClear());
  return (
    <div className={classNames(classes.page, own.page)}>
      {head}
      {!isNothingYet && (
        <Toolbar
          end={
            list.data && (
              <>
                {totalText(total.value, formatTotal(total))}
                {toolbarEnd}
              </>
            )
          }
        >
          <SearchField label={search.label} value={search.value} onChange={search.onChange} />
          {filters}
        </Toolbar>
      )}
      <div className={classes.list}>
        <ListScreen
          list={list}
          failed={failed}
          isEmpty={() => total.value === 0}
          empty={
            isNothingYet ? (
              nothing
            ) : (
              <EmptyState {...noneFound}>
                <Button variant="default" onClick={clear}>
                  {narrowed?.isNarrowed === true ? t('common.actions.clearFilters') : t('common.actions.clearSearch')}
                </Button>
              </EmptyState>
            )
          }
        >
          {(data) =>
            children({
              rows: data.pages.flatMap(({ items }) => items),
              total: total.value,
              onEndReached: () => {
                if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
              },
            })
          }
        </ListScreen>
      </div>
      {foot}
    </div>
  );
}
