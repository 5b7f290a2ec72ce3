import type { Schedule } from '@sightline/contracts/schedules/schedule';
import { scheduleNow } from '@sightline/domain/schedules/schedule-now';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock/use-now.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { OpenNow } from './open-now.tsx';
import classes from './schedules.module.css';

const nowEveryMs = 30_000;

const columnsOf = (t: TFunction, nowUtcMs: number, onRemove: (schedule: Schedule) => void): Column<Schedule>[] => [
  {
    id: 'name',
    header: t('schedules.list.name'),
    track: 'minmax(160px, 2fr)',
    phone: 'title',
    cell: ({ id, name }) => (
      <Link to="/database/schedule/edit/$scheduleId" params={{ scheduleId: id }} className={classes.name}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    id: 'now',
    header: t('schedules.list.now'),
    track: 'minmax(180px, 2fr)',
    phone: 'second',
    cell: (schedule) => (
      <OpenNow {...scheduleNow(schedule, nowUtcMs)} timeZone={schedule.timeZone} nowUtcMs={nowUtcMs} />
    ),
  },
  {
    id: 'zone',
    header: t('schedules.list.zone'),
    track: 'minmax(120px, 1fr)',
    cell: ({ timeZone }) => <bdi dir="ltr">{timeZone}</bdi>,
  },
  {
    id: 'exceptions',
    header: t('schedules.list.exceptions'),
    track: '104px',
    cell: ({ exceptions }) => formatCount(exceptions.length),
  },
  {
    id: 'usedBy',
    header: t('schedules.list.usedBy'),
    track: '104px',
    cell: ({ usedBy }) =>
      usedBy === 0
        ? t('schedules.list.unused')
        : t('schedules.list.usedByCount', { count: usedBy, shown: formatCount(usedBy) }),
  },
  {
    id: 'actions',
    header: <span className={classes.unseen}>{t('schedules.list.actions')}</span>,
    track: '36px',
    phone: 'end',
    cell: (schedule) => (
      <ActionIcon
        size={28}
        aria-label={t('schedules.remove.of', { name: schedule.name })}
        onClick={() => onRemove(schedule)}
      >
        <IconTrash size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    ),
  },
];

interface SchedulesTableProps {
  schedules: readonly Schedule[];
  total: number;
  onRemove: (schedule: Schedule) => void;
  onEndReached: () => void;
}

/** Schedules with whether they are open now. */
export function SchedulesTable({ schedules, total, onRemove, onEndReached }: SchedulesTableProps) {
  const { t } = useTranslation();
  const nowUtcMs = useNow(nowEveryMs);
  return (
    <DataTable
      label={t('schedules.list.title')}
      columns={columnsOf(t, nowUtcMs, onRemove)}
      rows={schedules}
      rowKey={({ id }) => id}
      total={total}
      onEndReached={onEndReached}
    />
  );
}
