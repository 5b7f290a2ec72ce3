import { Button } from '@mantine/core';
import type { UnsavedVehicle } from '@sightline/contracts/vehicles/unsaved-vehicles.api';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { ownZone } from '../../platform/time/own-zone.ts';
import { PlateSign } from './vehicle-parts.tsx';
import { unsavedPages } from './vehicle-queries.ts';
import page from '../../ui/page/settings-list.module.css';
import classes from './vehicles.module.css';

const rowPx = 72;

const columnsOf = (t: TFunction, onAdd: (vehicle: UnsavedVehicle) => void): Column<UnsavedVehicle>[] => [
  {
    id: 'plate',
    header: t('vehicles.list.plate'),
    track: 'minmax(200px, 1.4fr)',
    phone: 'title',
    cell: ({ plate, picture }) => (
      <Row as="span" inline align="center" gap={12}>
        {picture === null ? (
          <span className={classes.noPicture} />
        ) : (
          <img className={classes.picture} src={picture} alt="" loading="lazy" />
        )}
        <PlateSign plate={plate} />
      </Row>
    ),
  },
  {
    id: 'count',
    header: t('vehicles.unsaved.count'),
    track: 'minmax(104px, 0.8fr)',
    cell: ({ count }) => t('vehicles.unsaved.times', { count, shown: formatCount(count) }),
  },
  {
    id: 'lastSeen',
    header: t('vehicles.list.lastSeen'),
    track: 'minmax(168px, 1fr)',
    phone: 'second',
    cell: ({ lastSeen, location }) => <Moment utcMs={lastSeen} timeZone={location?.timeZone ?? ownZone()} to="time" />,
  },
  {
    id: 'location',
    header: t('vehicles.list.location'),
    track: 'minmax(96px, 1fr)',
    cell: ({ location }) => (location === null ? <span className={classes.none}>–</span> : <bdi>{location.name}</bdi>),
  },
  {
    id: 'actions',
    header: <span className={classes.unseen}>{t('vehicles.list.actions')}</span>,
    track: '88px',
    phone: 'side',
    cell: (vehicle) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('vehicles.unsaved.addOf', { plate: vehicle.plate.toUpperCase() })}
        onClick={() => onAdd(vehicle)}
      >
        {t('vehicles.unsaved.add')}
      </Button>
    ),
  },
];

interface UnsavedTabProps {
  search: string;
  onSearch: (text: string) => void;
  onAdd: (vehicle: UnsavedVehicle) => void;
}

/** Plates that cameras read and nobody saved. */
export function UnsavedTab({ search, onSearch, onAdd }: UnsavedTabProps) {
  const { t } = useTranslation();
  const list = useInfiniteQuery({ ...unsavedPages(search), placeholderData: (last) => last });
  const total = list.data?.pages[0]?.total ?? 0;
  const isNothingYet = list.data !== undefined && total === 0 && search === '';
  return (
    <>
      {!isNothingYet && (
        <Toolbar end={list.data && t('vehicles.unsaved.total', { count: total, shown: formatCount(total) })}>
          <SearchField label={t('vehicles.unsaved.search')} value={search} onChange={onSearch} />
        </Toolbar>
      )}
      <div className={page.list}>
        <ListScreen
          list={list}
          failed={t('vehicles.unsaved.failed')}
          isEmpty={() => total === 0}
          empty={
            isNothingYet ? (
              <EmptyState title={t('vehicles.unsaved.emptyTitle')} text={t('vehicles.unsaved.emptyText')} />
            ) : (
              <EmptyState title={t('vehicles.unsaved.noneTitle')} text={t('vehicles.unsaved.noneText')}>
                <Button variant="default" onClick={() => onSearch('')}>
                  {t('common.actions.clearSearch')}
                </Button>
              </EmptyState>
            )
          }
        >
          {(data) => (
            <DataTable
              label={t('vehicles.unsaved.title')}
              columns={columnsOf(t, onAdd)}
              rows={data.pages.flatMap(({ items }) => items)}
              rowKey={({ id }) => id}
              total={total}
              onEndReached={() => {
                if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
              }}
              rowPx={rowPx}
            />
          )}
        </ListScreen>
      </div>
    </>
  );
}
