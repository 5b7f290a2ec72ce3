import type { Door, DoorSpan } from '@sightline/contracts/doors/door';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock/use-now.ts';
import { formatDuration } from '../../platform/i18n/format-number.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Section } from '../../ui/page/section.tsx';
import { EntityFailure } from '../../ui/pages/entity-failure.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { DoorPicture } from './door-picture.tsx';
import { doorById, statesOfDoor } from './door-queries.ts';
import { DoorStateNow, PositionWord } from './door-state.tsx';
import { RemoveDoor } from './remove-door.tsx';
import classes from './doors.module.css';

const AddDoorDialog = lazy(async () => ({ default: (await import('./add-door-dialog.tsx')).AddDoorDialog }));

/** Seconds are said, so they go on. */
const nowEveryMs = 1_000;

/** One door: how it is, how it looks, and how it was. */
export function DoorPage() {
  const { doorId } = useParams({ from: '/shell/organization/database-area/database/doors/$doorId' });
  const door = useQuery(doorById(doorId));
  if (door.data !== undefined && door.error?.code !== 'not_found') return <Shown key={doorId} door={door.data} />;
  if (door.error !== null) return <EntityFailure failure={door.error} onRetry={() => void door.refetch()} />;
  return <LoadingRows />;
}

const columnsOf = (t: TFunction, { timeZone, untold }: Door, nowUtcMs: number): Column<DoorSpan>[] => [
  {
    id: 'state',
    header: t('doors.list.state'),
    track: 'minmax(140px, 1fr)',
    phone: 'title',
    cell: ({ state }) => <PositionWord state={state} />,
  },
  {
    id: 'from',
    header: t('doors.history.from'),
    track: 'minmax(176px, 1fr)',
    phone: 'second',
    cell: ({ fromUtcMs }) => <Moment utcMs={fromUtcMs} timeZone={timeZone} />,
  },
  {
    id: 'length',
    header: t('doors.history.length'),
    track: 'minmax(140px, 1fr)',
    phone: 'end',
    cell: ({ fromUtcMs, toUtcMs }) => {
      if (toUtcMs !== null) return formatDuration(toUtcMs - fromUtcMs);
      // Nobody knows how long it stayed so.
      if (untold !== null) return t('doors.history.unknown');
      return t('doors.history.soFar', { duration: formatDuration(Math.max(0, nowUtcMs - fromUtcMs)) });
    },
  },
];

function History({ door }: { door: Door }) {
  const { t } = useTranslation();
  const nowUtcMs = useNow(nowEveryMs);
  const list = useInfiniteQuery(statesOfDoor(door.id));
  return (
    <section className={classes.history} aria-labelledby="door-history">
      <h2 id="door-history" className={classes.stripTitle}>
        {t('doors.history.title')}
      </h2>
      <div className={classes.historyRows}>
        <ListScreen
          list={list}
          failed={t('doors.history.failed')}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={<EmptyState title={t('doors.history.none')} text={t('doors.history.noneText')} />}
        >
          {({ pages }) => (
            <DataTable
              label={t('doors.history.title')}
              columns={columnsOf(t, door, nowUtcMs)}
              rows={pages.flatMap(({ items }) => items)}
              rowKey={({ fromUtcMs }) => String(fromUtcMs)}
              total={pages[0]?.total.value ?? 0}
              isOnlyRead
              onEndReached={() => {
                if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
              }}
            />
          )}
        </ListScreen>
      </div>
    </section>
  );
}

function Looks({ door }: { door: Door }) {
  const { t } = useTranslation();
  const looks = [
    { key: 'closed', url: door.closePicture },
    { key: 'open', url: door.openPicture },
  ] as const;
  if (door.closeState === null) return null;
  return (
    <div className={classes.looks}>
      {looks.map(({ key, url }) => (
        <figure key={key} className={classes.look}>
          <DoorPicture url={url} alt={t(`doors.state.${key}`)} size="wide" />
          <figcaption className={classes.hint}>{t(`doors.page.${key}`)}</figcaption>
        </figure>
      ))}
    </div>
  );
}

function Shown({ door }: { door: Door }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'remove' | 'answer' | null>(null);
  const close = (): void => setOpen(null);
  const { name, cameraName, locationName, untold, isSaved } = door;
  const asks = untold === 'asksLooks' || !isSaved;
  return (
    <div className={classes.page}>
      <PageHeader
        title={name === '' ? t('doors.page.unnamed') : name}
        parents={[
          { key: 'database', link: <span>{t('shell.database.title')}</span> },
          { key: 'list', link: <Link to="/database/doors">{t('doors.list.title')}</Link> },
        ]}
      >
        <Button variant="default" onClick={() => setOpen('remove')}>
          {t('doors.remove.action')}
        </Button>
        {asks && (
          <Button onClick={() => setOpen('answer')}>{t(isSaved ? 'doors.list.answer' : 'doors.unsaved.add')}</Button>
        )}
      </PageHeader>
      <Section>
        {isSaved && <DoorStateNow door={door} />}
        <p className={classes.hint}>
          <bdi>{cameraName}</bdi> · <bdi>{locationName}</bdi>
        </p>
        {untold !== null && (
          <p className={classes.hint} role="status">
            {t(`doors.untoldText.${untold}`)}
          </p>
        )}
        {!asks && <Looks door={door} />}
      </Section>
      {isSaved && <History door={door} />}
      {open === 'remove' && (
        <RemoveDoor door={door} onRemoved={() => void navigate({ to: '/database/doors' })} onClose={close} />
      )}
      {open === 'answer' && (
        <Suspense>
          <AddDoorDialog door={door} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}
