import type { DispatchAlarm } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Column } from '../../../ui/table/data-table.tsx';
import { Moment } from '../../../ui/time/moment.tsx';
import { hoursAndMinutes } from '../dispatch-words.ts';
import { DispatchState } from './dispatch-state.tsx';
import classes from './tables.module.css';

type AlarmColumn = Column<DispatchAlarm>;

interface ColumnsNeed {
  t: TFunction;
  nowUtcMs: number;
}

const idColumn = (t: TFunction, phone?: 'end'): AlarmColumn => ({
  id: 'id',
  header: t('dispatchAlarms.list.id'),
  track: 'minmax(112px, 1fr)',
  ...(phone && { phone }),
  cell: ({ id, number }) => (
    <span className={classes.id} title={id}>
      <span>
        <bdi dir="ltr">{`#${String(number)}`}</bdi>
      </span>
      <span className={classes.whole} translate="no">
        {id}
      </span>
    </span>
  ),
});

const placeColumn = (t: TFunction): AlarmColumn => ({
  id: 'place',
  header: t('dispatchAlarms.list.place'),
  track: 'minmax(120px, 1.2fr)',
  phone: 'title',
  cell: ({ locationName }) => <bdi title={locationName}>{locationName}</bdi>,
});

const dispatchedColumn = (t: TFunction): AlarmColumn => ({
  id: 'dispatched',
  header: t('dispatchAlarms.list.dispatched'),
  track: 'minmax(180px, 1.2fr)',
  cell: ({ dispatchTime, timeZone }) => <Moment utcMs={dispatchTime} timeZone={timeZone} />,
});

const canceledColumn = (t: TFunction): AlarmColumn => ({
  id: 'canceled',
  header: t('dispatchAlarms.list.canceled'),
  track: 'minmax(180px, 1.2fr)',
  cell: ({ cancelTime, timeZone }) => cancelTime !== null && <Moment utcMs={cancelTime} timeZone={timeZone} />,
});

const stateColumn = ({ t, nowUtcMs }: ColumnsNeed, isLifecycle: boolean): AlarmColumn => ({
  id: 'status',
  header: t('dispatchAlarms.list.status'),
  track: 'minmax(184px, 2fr)',
  phone: 'second',
  cell: (alarm) => <DispatchState alarm={alarm} nowUtcMs={nowUtcMs} isLifecycle={isLifecycle} />,
});

/** Columns of the active alarms. */
export const activeColumns = (need: ColumnsNeed, onCancel: (alarm: DispatchAlarm) => void): AlarmColumn[] => [
  idColumn(need.t),
  placeColumn(need.t),
  dispatchedColumn(need.t),
  stateColumn(need, false),
  {
    id: 'actions',
    header: need.t('dispatchAlarms.list.actions'),
    track: '120px',
    phone: 'side',
    cell: (alarm) => (
      <Button
        size="xs"
        variant="default"
        className={classes.cancel}
        aria-label={need.t('dispatchAlarms.cancel.of', {
          number: String(alarm.number),
          place: alarm.locationName,
        })}
        onClick={() => onCancel(alarm)}
      >
        {need.t('dispatchAlarms.cancel.action')}
      </Button>
    ),
  },
];

/** Columns of the canceled alarms. */
export const canceledColumns = (need: ColumnsNeed): AlarmColumn[] => [
  idColumn(need.t, 'end'),
  placeColumn(need.t),
  dispatchedColumn(need.t),
  canceledColumn(need.t),
  {
    id: 'duration',
    header: need.t('dispatchAlarms.list.duration'),
    track: '112px',
    cell: ({ dispatchTime, cancelTime }) => cancelTime !== null && hoursAndMinutes(cancelTime - dispatchTime),
  },
  {
    id: 'by',
    header: need.t('dispatchAlarms.list.canceledBy'),
    track: 'minmax(104px, 1fr)',
    cell: ({ cancelBy }) =>
      cancelBy === null ? need.t('dispatchAlarms.list.service') : <bdi title={cancelBy.name}>{cancelBy.name}</bdi>,
  },
  stateColumn(need, false),
];

/** Columns of the history, which says how far each came. */
export const historyColumns = (need: ColumnsNeed): AlarmColumn[] => [
  idColumn(need.t, 'end'),
  placeColumn(need.t),
  dispatchedColumn(need.t),
  {
    id: 'by',
    header: need.t('dispatchAlarms.list.dispatchedBy'),
    track: 'minmax(104px, 1fr)',
    cell: ({ dispatchBy }) =>
      dispatchBy === null ? need.t('dispatchAlarms.list.rule') : <bdi title={dispatchBy.name}>{dispatchBy.name}</bdi>,
  },
  canceledColumn(need.t),
  stateColumn(need, true),
];
