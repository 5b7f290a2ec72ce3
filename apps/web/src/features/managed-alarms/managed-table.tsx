import type { ManagedAlarm } from '@sightline/contracts/managed-alarms/managed-alarm';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { ManagedState } from './managed-state.tsx';
import classes from './manager.module.css';

/** What people call an alarm by. */
export const numberText = (number: number): string => `#${String(number)}`;

/** How many alerts an alarm holds, and how many of them wait. */
export const alertsText = (t: TFunction, { alertCount, openAlertCount }: ManagedAlarm): string =>
  openAlertCount === 0
    ? formatCount(alertCount)
    : t('managedAlarms.list.alertsOpen', { total: formatCount(alertCount), open: formatCount(openAlertCount) });

const columnsOf = (t: TFunction): Column<ManagedAlarm>[] => [
  {
    id: 'name',
    header: t('managedAlarms.list.name'),
    track: 'minmax(160px, 2fr)',
    phone: 'title',
    cell: ({ id, number, name }) => (
      <Link to="/alarm-management" search={{ tab: 'manager', alarm: id }} className={classes.link}>
        <bdi>{name}</bdi> <bdi dir="ltr">{numberText(number)}</bdi>
      </Link>
    ),
  },
  {
    id: 'status',
    header: t('managedAlarms.list.status'),
    track: '128px',
    phone: 'end',
    cell: ({ status }) => <ManagedState status={status} />,
  },
  {
    id: 'place',
    header: t('managedAlarms.list.place'),
    track: 'minmax(120px, 1.4fr)',
    cell: ({ locationName }) => <bdi title={locationName}>{locationName}</bdi>,
  },
  {
    id: 'alerts',
    header: t('managedAlarms.list.alerts'),
    track: '112px',
    cell: (alarm) => alertsText(t, alarm),
  },
  {
    id: 'opened',
    header: t('managedAlarms.list.opened'),
    track: 'minmax(180px, 1.2fr)',
    phone: 'second',
    cell: ({ createdAt, timeZone }) => <Moment utcMs={createdAt} timeZone={timeZone} />,
  },
  {
    id: 'last',
    header: t('managedAlarms.list.last'),
    track: 'minmax(180px, 1.2fr)',
    cell: ({ lastAlertAt, timeZone }) => <Moment utcMs={lastAlertAt} timeZone={timeZone} />,
  },
  {
    id: 'closed',
    header: t('managedAlarms.list.closedBy'),
    track: 'minmax(104px, 1fr)',
    cell: ({ closedBy }) => closedBy !== null && <bdi title={closedBy.name}>{closedBy.name}</bdi>,
  },
];

// Beside an open alarm there is room for what tells one from another.
const narrowColumns = new Set(['name', 'status', 'place', 'opened']);

interface ManagedTableProps {
  alarms: readonly ManagedAlarm[];
  /** Id of the alarm that is open beside it. */
  openId: string | undefined;
}

/** Managed alarms of one page; times are those of the site. */
export function ManagedTable({ alarms, openId }: ManagedTableProps) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('managedAlarms.title')}
      columns={columnsOf(t).filter(({ id }) => openId === undefined || narrowColumns.has(id))}
      rows={alarms}
      rowKey={({ id }) => id}
      total={alarms.length}
      currentKey={openId}
    />
  );
}
