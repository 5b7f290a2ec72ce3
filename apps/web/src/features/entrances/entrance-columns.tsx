import type { Entrance } from '@sightline/contracts/entrances/entrance';
import { ActionIcon } from '@mantine/core';
import { IconPencil, IconTrash, IconUserEdit } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { Row } from '../../ui/layout/row.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { EntrancePicture } from './entrance-picture.tsx';
import classes from './entrances.module.css';

/** What the columns of the table need. */
export interface EntranceColumnDeps {
  t: TFunction;
  posterOf: (cameraId: string) => string | null;
  onCorrect: (entrance: Entrance) => void;
  onEdit: (entrance: Entrance) => void;
  onRemove: (entrance: Entrance) => void;
}

const actionsOf = ({ t, onCorrect, onEdit, onRemove }: EntranceColumnDeps, entrance: Entrance) => (
  <Row gap={4} align="center">
    <ActionIcon
      size={28}
      aria-label={t('entrances.correct.of', { name: entrance.name })}
      onClick={() => onCorrect(entrance)}
    >
      <IconUserEdit size={16} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
    <ActionIcon size={28} aria-label={t('entrances.edit.of', { name: entrance.name })} onClick={() => onEdit(entrance)}>
      <IconPencil size={16} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
    <ActionIcon
      size={28}
      aria-label={t('entrances.remove.of', { name: entrance.name })}
      onClick={() => onRemove(entrance)}
    >
      <IconTrash size={16} stroke={1.6} aria-hidden="true" />
    </ActionIcon>
  </Row>
);

/** Columns of the entrances. */
export const entranceColumns = (deps: EntranceColumnDeps): Column<Entrance>[] => [
  {
    id: 'picture',
    header: <span className={classes.unseen}>{deps.t('entrances.list.picture')}</span>,
    track: '64px',
    cell: ({ cameraId }) => <EntrancePicture posterUrl={deps.posterOf(cameraId)} />,
  },
  {
    id: 'name',
    header: deps.t('entrances.list.name'),
    track: 'minmax(160px, 2fr)',
    phone: 'title',
    cell: ({ id, name }) => (
      <Link to="/database/entrances/$entranceId" params={{ entranceId: id }} className={classes.name}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    id: 'camera',
    header: deps.t('entrances.list.camera'),
    track: 'minmax(120px, 1.5fr)',
    cell: ({ cameraName }) => <bdi title={cameraName}>{cameraName}</bdi>,
  },
  {
    id: 'inside',
    header: deps.t('entrances.list.inside'),
    track: 'minmax(120px, 1fr)',
    phone: 'second',
    cell: ({ state, occupancy }) =>
      state === 'counting'
        ? deps.t('entrances.list.insideCount', { count: occupancy.inside, shown: formatCount(occupancy.inside) })
        : deps.t(`entrances.state.${state}`),
  },
  {
    id: 'created',
    header: deps.t('entrances.list.created'),
    track: 'minmax(176px, 1.2fr)',
    cell: ({ createdAtUtcMs, timeZone }) => <Moment utcMs={createdAtUtcMs} timeZone={timeZone} to="time" />,
  },
  {
    id: 'actions',
    header: <span className={classes.unseen}>{deps.t('entrances.list.actions')}</span>,
    track: '92px',
    phone: 'side',
    cell: (entrance) => actionsOf(deps, entrance),
  },
];
