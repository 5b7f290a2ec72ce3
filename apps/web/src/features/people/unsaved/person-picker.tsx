import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { PeopleGrid } from '../people-grid.tsx';
import { peoplePages } from '../people-queries.ts';
import { PersonCard } from '../person-card.tsx';
import classes from '../people.module.css';

interface PersonPickerProps {
  isBusy: boolean;
  failure: unknown;
  onChoose: (personId: string) => void;
  onClose: () => void;
}

/** Chooses somebody of the directory. */
export function PersonPicker({ isBusy, failure, onChoose, onClose }: PersonPickerProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useInfiniteQuery({ ...peoplePages(text), placeholderData: (last) => last });
  return (
    <Dialog title={t('people.merge.title')} width={800} onClose={onClose}>
      <SearchField label={t('people.list.search')} value={text} onChange={setText} />
      <div className={classes.picker}>
        <ListScreen
          list={list}
          failed={t('people.list.failed')}
          isEmpty={({ pages }) => pages[0]?.total.value === 0}
          empty={<EmptyState title={t('people.merge.noneTitle')} text={t('people.merge.noneText')} />}
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
                  <PersonCard
                    key={person.id}
                    person={person}
                    isChosen={person.id === chosen}
                    onClick={() => setChosen(person.id)}
                  />
                ))}
            </PeopleGrid>
          )}
        </ListScreen>
      </div>
      {failure !== null && <FormFailure failure={failure} />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button disabled={chosen === null} loading={isBusy} onClick={() => chosen !== null && onChoose(chosen)}>
          {t('people.merge.action')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
