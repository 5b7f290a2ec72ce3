import type { Door, DoorSpan } from '@sightline/contracts/doors/door';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock/use-now.ts';
import { formatDuration } from '../../platform/i18n/format-number.ts';
import { useMay } from '../../platform/session/may.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { PageTabs } from '../../ui/tabs/page-tabs.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { AccessHistory } from './access-history.tsx';
import { statesOfDoor } from './door-queries.ts';
import { PositionWord } from './door-state.tsx';
import classes from './doors.module.css';

/** Seconds are said, so they go on. */
const nowEveryMs = 1_000;

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

function StateHistory({ door }: { door: Door }) {
  const { t } = useTranslation();
  const nowUtcMs = useNow(nowEveryMs);
  const list = useInfiniteQuery(statesOfDoor(door.id));
  return (
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
  );
}

/** How a door was, and what access systems said of it to whoever may know. */
export function DoorHistory({ door }: { door: Door }) {
  const { t } = useTranslation();
  const maySeeAccess = useMay('AccessEvents');
  const [tab, setTab] = useState<'states' | 'access'>('states');
  return (
    <section className={classes.history} aria-labelledby="door-history">
      <h2 id="door-history" className={maySeeAccess ? classes.unseen : classes.stripTitle}>
        {t('doors.history.title')}
      </h2>
      {maySeeAccess && (
        <PageTabs
          label={t('doors.history.title')}
          value={tab}
          tabs={[
            { value: 'states', label: t('doors.history.states') },
            { value: 'access', label: t('doors.access.title') },
          ]}
          onChange={setTab}
        />
      )}
      <div className={maySeeAccess ? classes.tabRows : classes.historyRows}>
        {tab === 'access' && maySeeAccess ? <AccessHistory door={door} /> : <StateHistory door={door} />}
      </div>
    </section>
  );
}
