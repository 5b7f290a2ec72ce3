import type { ArmedAlarm } from '@sightline/contracts/armed-alarms/armed-alarm';
import type { ArmedState } from '@sightline/contracts/armed-alarms/arming';
import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../platform/clock/use-now.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { formatSince } from '../../../platform/i18n/format-time.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { DataTable, type Column } from '../../../ui/table/data-table.tsx';
import { isLeaving } from '../armed-now.ts';
import { AlarmState } from './alarm-state.tsx';
import classes from './alarms.module.css';

const nowEveryMs = 5_000;

interface Deeds {
  onArm: (alarm: ArmedAlarm, state: ArmedState) => void;
  onRemove: (alarm: ArmedAlarm) => void;
}

/** Who said last that it is armed or not, and when. */
function SaidBy({ alarm, nowUtcMs }: { alarm: ArmedAlarm; nowUtcMs: number }) {
  const { t } = useTranslation();
  const { state, stateByName, stateUpdatedAt, scheduleName } = alarm;
  if (stateByName === null) return scheduleName === null ? t('armedAlarms.list.nobody') : <bdi>{scheduleName}</bdi>;
  return t(`armedAlarms.list.${state}By`, {
    name: stateByName,
    time: formatSince(stateUpdatedAt, nowUtcMs, ownZone()),
  });
}

const columnsOf = (t: TFunction, nowUtcMs: number, { onArm, onRemove }: Deeds): Column<ArmedAlarm>[] => [
  {
    id: 'name',
    header: t('armedAlarms.list.name'),
    track: 'minmax(160px, 2fr)',
    phone: 'title',
    cell: ({ id, name, can }) =>
      can.edit ? (
        <Link to="/alert/alarms/edit/$alarmId" params={{ alarmId: id }} className={classes.name}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      ),
  },
  {
    id: 'state',
    header: t('armedAlarms.list.state'),
    track: 'minmax(184px, 2fr)',
    phone: 'second',
    cell: (alarm) => <AlarmState alarm={alarm} nowUtcMs={nowUtcMs} />,
  },
  {
    id: 'said',
    header: t('armedAlarms.list.said'),
    track: 'minmax(160px, 2fr)',
    cell: (alarm) => <SaidBy alarm={alarm} nowUtcMs={nowUtcMs} />,
  },
  {
    id: 'rules',
    header: t('armedAlarms.list.rules'),
    track: '88px',
    cell: ({ rules, hiddenRuleCount }) => formatCount(rules.length + hiddenRuleCount),
  },
  {
    id: 'places',
    header: t('armedAlarms.list.places'),
    track: 'minmax(120px, 1fr)',
    cell: ({ locations }) => (
      <bdi title={locations.map(({ name }) => name).join(', ')}>{locations.map(({ name }) => name).join(', ')}</bdi>
    ),
  },
  {
    id: 'actions',
    header: <span className={classes.unseen}>{t('armedAlarms.list.actions')}</span>,
    track: '148px',
    phone: 'end',
    cell: (alarm) => (
      <span className={classes.deeds}>
        <ArmButton alarm={alarm} nowUtcMs={nowUtcMs} onArm={onArm} />
        {alarm.can.edit && (
          <ActionIcon
            size={28}
            aria-label={t('armedAlarms.remove.of', { name: alarm.name })}
            onClick={() => onRemove(alarm)}
          >
            <IconTrash size={16} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        )}
      </span>
    ),
  },
];

interface ArmButtonProps {
  alarm: ArmedAlarm;
  nowUtcMs: number;
  onArm: Deeds['onArm'];
}

function ArmButton({ alarm, nowUtcMs, onArm }: ArmButtonProps) {
  const { t } = useTranslation();
  if (!alarm.can.arm) return null;
  // Armed by hand and not yet in force: what one can do is take that back.
  const isArmed = alarm.calculatedState === 'armed' || isLeaving(alarm, nowUtcMs);
  const deed = isArmed ? 'disarm' : 'arm';
  return (
    <Button
      size="xs"
      variant={isArmed ? 'default' : 'filled'}
      aria-label={t(`armedAlarms.deeds.${deed}Of`, { name: alarm.name })}
      onClick={() => onArm(alarm, isArmed ? 'disarmed' : 'armed')}
    >
      {t(`armedAlarms.deeds.${deed}`)}
    </Button>
  );
}

interface AlarmsTableProps extends Deeds {
  alarms: readonly ArmedAlarm[];
  total: number;
  onEndReached: () => void;
}

/** Alarms with whether they are armed now. */
export function AlarmsTable({ alarms, total, onEndReached, ...deeds }: AlarmsTableProps) {
  const { t } = useTranslation();
  const nowUtcMs = useNow(nowEveryMs);
  return (
    <DataTable
      label={t('armedAlarms.list.title')}
      columns={columnsOf(t, nowUtcMs, deeds)}
      rows={alarms}
      rowKey={({ id }) => id}
      total={total}
      onEndReached={onEndReached}
    />
  );
}
