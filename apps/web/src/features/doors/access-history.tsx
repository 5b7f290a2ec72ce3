import type { AccessEvent } from '@sightline/contracts/access-events/access-event';
import type { Door } from '@sightline/contracts/doors/door';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../platform/session/may.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { accessAtDoor } from './door-queries.ts';
import classes from './doors.module.css';

/** The picture begins so long before what happened. */
const beforeMs = 5_000;

/** What happened, with its direction where that is known. */
function whatOf(t: TFunction, { kind, direction }: AccessEvent): string {
  if (kind === 'granted' && direction !== null) return t(`doors.access.granted.${direction}`);
  return kind === 'granted' ? t('doors.access.granted.any') : t(`doors.access.${kind}`);
}

const momentOf = ({ cameraId, atUtcMs, timeZone }: AccessEvent, mayPlay: boolean) =>
  mayPlay ? (
    <Link
      to="/camera/$cameraId"
      params={{ cameraId }}
      search={{ at: String(atUtcMs - beforeMs) }}
      className={classes.name}
    >
      <Moment utcMs={atUtcMs} timeZone={timeZone} />
    </Link>
  ) : (
    <Moment utcMs={atUtcMs} timeZone={timeZone} />
  );

/** Whom the system takes somebody for, and by what. */
function whoOf(t: TFunction, { person, credential }: AccessEvent) {
  if (person === null && credential === null) return t('doors.access.nobodyNamed');
  return (
    <>
      {person !== null && <bdi>{person}</bdi>}
      {person !== null && credential !== null && ' · '}
      {credential !== null && <bdi className={classes.hint}>{credential}</bdi>}
    </>
  );
}

const columnsOf = (t: TFunction, mayPlay: boolean): Column<AccessEvent>[] => [
  {
    id: 'what',
    header: t('doors.access.what'),
    track: 'minmax(120px, 1fr)',
    phone: 'title',
    cell: (event) => (
      <span className={classes.access} data-kind={event.kind}>
        {whatOf(t, event)}
      </span>
    ),
  },
  {
    id: 'at',
    header: t('doors.access.at'),
    track: 'minmax(176px, 1fr)',
    phone: 'second-end',
    cell: (event) => momentOf(event, mayPlay),
  },
  {
    id: 'who',
    header: t('doors.access.who'),
    track: 'minmax(160px, 2fr)',
    phone: 'second',
    cell: (event) => whoOf(t, event),
  },
  {
    id: 'source',
    header: t('doors.access.source'),
    track: 'minmax(96px, 1fr)',
    cell: ({ source }) => <bdi>{source}</bdi>,
  },
  {
    id: 'judgement',
    header: t('doors.access.judgement'),
    track: 'minmax(176px, 1fr)',
    phone: 'end',
    cell: ({ judgement }) => <span className={classes.hint}>{t(`doors.access.judged.${judgement}`)}</span>,
  },
];

/** What access systems said of a door, newest first. */
export function AccessHistory({ door }: { door: Door }) {
  const { t } = useTranslation();
  const mayPlay = useMay('PlaybackView');
  const list = useInfiniteQuery(accessAtDoor(door.id));
  return (
    <ListScreen
      list={list}
      failed={t('doors.access.failed')}
      isEmpty={({ pages }) => pages[0]?.items.length === 0}
      empty={<EmptyState title={t('doors.access.none')} text={t('doors.access.noneText')} />}
    >
      {({ pages }) => (
        <DataTable
          label={t('doors.access.title')}
          columns={columnsOf(t, mayPlay)}
          rows={pages.flatMap(({ items }) => items)}
          rowKey={({ id }) => id}
          total={pages[0]?.total.value ?? 0}
          isOnlyRead
          onEndReached={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
          }}
        />
      )}
    </ListScreen>
  );
}
