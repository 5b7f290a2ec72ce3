import { Button } from '@mantine/core';
import type { Person } from '@sightline/contracts/people/person';
import type { Page } from '@sightline/contracts/shared/paging';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import page from '../../ui/page/settings-list.module.css';
import { PeopleGrid } from './people-grid.tsx';
import { PersonCard } from './person-card.tsx';

interface ExistingPeopleProps {
  list: UseInfiniteQueryResult<InfiniteData<Page<Person>>>;
  text: string;
  onSearch: (text: string) => void;
  onOpen: (personId: string) => void;
  onFromFile: () => void;
}

/** People whom the organization knows, as cards. */
export function ExistingPeople({ list, text, onSearch, onOpen, onFromFile }: ExistingPeopleProps) {
  const { t } = useTranslation();
  const total = list.data?.pages[0]?.total.value ?? 0;
  const isNothingYet = list.data !== undefined && total === 0 && text === '';
  return (
    <>
      {!isNothingYet && (
        <Toolbar end={list.data && t('people.list.total', { count: total, shown: formatCount(total) })}>
          <SearchField label={t('people.list.search')} value={text} onChange={onSearch} />
        </Toolbar>
      )}
      <div className={page.list}>
        <ListScreen
          list={list}
          failed={t('people.list.failed')}
          isEmpty={() => total === 0}
          empty={
            isNothingYet ? (
              <EmptyState title={t('people.list.emptyTitle')} text={t('people.list.emptyText')}>
                <Button variant="default" onClick={onFromFile}>
                  {t('people.add.fromFileAction')}
                </Button>
              </EmptyState>
            ) : (
              <EmptyState title={t('people.list.noneNamed', { query: text })} text={t('people.list.noneHint')}>
                <Button variant="default" onClick={() => onSearch('')}>
                  {t('common.actions.clearSearch')}
                </Button>
              </EmptyState>
            )
          }
        >
          {(data) => (
            <PeopleGrid
              label={t('people.list.existing')}
              hasMore={list.hasNextPage}
              isLoadingMore={list.isFetchingNextPage}
              onMore={() => void list.fetchNextPage()}
            >
              {data.pages
                .flatMap(({ items }) => items)
                .map((person) => (
                  <PersonCard key={person.id} person={person} onClick={() => onOpen(person.id)} />
                ))}
            </PeopleGrid>
          )}
        </ListScreen>
      </div>
    </>
  );
}
