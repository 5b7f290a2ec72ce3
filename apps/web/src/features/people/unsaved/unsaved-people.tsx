import { Button } from '@mantine/core';
import type { UnsavedPerson } from '@sightline/contracts/people/person';
import type { Page } from '@sightline/contracts/shared/paging';
import { useQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { Moment } from '../../../ui/time/moment.tsx';
import page from '../../../ui/page/settings-list.module.css';
import { FacePicture } from '../face-picture.tsx';
import { LastSeen } from '../last-seen.tsx';
import { PeopleGrid } from '../people-grid.tsx';
import { unsavedSince } from '../people-queries.ts';
import { SaveUnsaved } from './save-unsaved.tsx';
import classes from '../people.module.css';

interface UnsavedPeopleProps {
  list: UseInfiniteQueryResult<InfiniteData<Page<UnsavedPerson>>>;
}

/** People whom cameras saw and nobody has named, as cards. */
export function UnsavedPeople({ list }: UnsavedPeopleProps) {
  const { t } = useTranslation();
  const since = useQuery(unsavedSince).data?.since ?? null;
  const [saved, setSaved] = useState<UnsavedPerson | null>(null);
  return (
    <div className={page.list}>
      <ListScreen
        list={list}
        failed={t('people.unsaved.failed')}
        isEmpty={({ pages }) => pages[0]?.total.value === 0}
        empty={<EmptyState title={t('people.unsaved.emptyTitle')} text={t('people.unsaved.emptyText')} />}
      >
        {(data) => (
          <>
            {since !== null && (
              <p className={classes.since}>
                {t('people.unsaved.since')} <Moment utcMs={since} timeZone={ownZone()} to="time" />
              </p>
            )}
            <PeopleGrid
              label={t('people.list.unsaved')}
              hasMore={list.hasNextPage}
              isLoadingMore={list.isFetchingNextPage}
              onMore={() => void list.fetchNextPage()}
            >
              {data.pages
                .flatMap(({ items }) => items)
                .map((one) => (
                  <UnsavedCard key={one.bucketId} unsaved={one} onSave={() => setSaved(one)} />
                ))}
            </PeopleGrid>
          </>
        )}
      </ListScreen>
      {saved !== null && <SaveUnsaved unsaved={saved} onClose={() => setSaved(null)} />}
    </div>
  );
}

function UnsavedCard({ unsaved, onSave }: { unsaved: UnsavedPerson; onSave: () => void }) {
  const { t } = useTranslation();
  const { appearances, lastSeen, photo, bucketId } = unsaved;
  return (
    <div className={classes.card} data-bucket={bucketId}>
      <FacePicture url={photo} />
      <span className={classes.name}>
        {t('people.card.seen', { count: appearances, shown: formatCount(appearances) })}
      </span>
      {lastSeen !== null && (
        <span className={classes.line}>
          <LastSeen utcMs={lastSeen} />
        </span>
      )}
      <Button variant="default" size="compact-sm" onClick={onSave}>
        {t('people.unsaved.create')}
      </Button>
    </div>
  );
}
