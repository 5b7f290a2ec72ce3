import { Button } from '@mantine/core';
import type { Person } from '@sightline/contracts/people/person';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import type { Page } from '@sightline/contracts/shared/paging';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { ChosenFoot } from '../../ui/chosen/chosen-foot.tsx';
import { ExportButton } from '../../ui/chosen/export-button.tsx';
import { GroupButton } from '../../ui/chosen/group-button.tsx';
import { exportList } from '../../ui/chosen/list-csv.ts';
import { useChosenOf, type Chosen } from '../../ui/chosen/use-chosen.ts';
import { ChooseAll, ChooseBox } from '../../ui/chosen/with-choice.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import page from '../../ui/page/settings-list.module.css';
import { peopleCsv } from './people-csv.ts';
import { PeopleGrid } from './people-grid.tsx';
import { readPeople, useRereadPeople } from './people-queries.ts';
import { PersonCard } from './person-card.tsx';
import classes from './people.module.css';

interface ExistingPeopleProps {
  list: UseInfiniteQueryResult<InfiniteData<Page<Person>>>;
  text: string;
  onSearch: (text: string) => void;
  onOpen: (personId: string) => void;
  onFromFile: () => void;
}

function PeopleFoot({ chosen }: { chosen: Chosen<Person> }) {
  const { t } = useTranslation();
  const reread = useRereadPeople();
  return (
    <ChosenFoot
      chosen={chosen}
      csv={peopleCsv}
      removeText={t('people.remove.text')}
      remove={({ id }) => call(peopleCalls.remove, { params: { id } })}
      onRemoved={reread}
    >
      <GroupButton type="People" rows={chosen.list} />
    </ChosenFoot>
  );
}

/** People whom the organization knows, as cards. */
export function ExistingPeople({ list, text, onSearch, onOpen, onFromFile }: ExistingPeopleProps) {
  const { t } = useTranslation();
  const chosen = useChosenOf(list.data);
  const total = list.data?.pages[0]?.total.value ?? 0;
  const isNothingYet = list.data !== undefined && total === 0 && text === '';
  return (
    <>
      {!isNothingYet && (
        <Toolbar
          end={
            list.data && (
              <>
                {total > 0 && <ChooseAll chosen={chosen} />}
                {t('people.list.total', { count: total, shown: formatCount(total) })}
                <ExportButton
                  label={t('people.list.export')}
                  onExport={() => exportList(peopleCsv, readPeople(text), t('people.list.exportFailed'))}
                />
              </>
            )
          }
        >
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
                  <div key={person.id} className={classes.choice} data-chosen={chosen.has(person)}>
                    <PersonCard person={person} onClick={() => onOpen(person.id)} />
                    <span className={classes.box}>
                      <ChooseBox row={person} chosen={chosen} />
                    </span>
                  </div>
                ))}
            </PeopleGrid>
          )}
        </ListScreen>
      </div>
      <PeopleFoot chosen={chosen} />
    </>
  );
}
