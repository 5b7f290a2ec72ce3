import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import type { Vehicle } from '@sightline/contracts/vehicles/vehicle';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { lazy, Suspense } from 'react';
import { ownZone } from '../../platform/time/own-zone.ts';
import type { Chosen } from '../../ui/chosen/use-chosen.ts';
import { besideBox, ChooseHead } from '../../ui/chosen/with-choice.tsx';
import { Row } from '../../ui/layout/row.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import type { InlineEdit } from './use-inline-edit.ts';
import { ColorName, PlateSign } from './vehicle-parts.tsx';
import classes from './vehicles.module.css';

const MakeSelect = lazy(async () => ({ default: (await import('./vehicle-selects.tsx')).MakeSelect }));
const ColorSelect = lazy(async () => ({ default: (await import('./vehicle-selects.tsx')).ColorSelect }));

/** What the columns of the table need. */
export interface VehicleColumnDeps {
  t: TFunction;
  edit: InlineEdit;
  chosen: Chosen<Vehicle>;
  sort: 'plate' | 'lastSeen';
  onSort: (sort: 'plate' | 'lastSeen') => void;
  onRemove: (vehicle: Vehicle) => void;
}

const choose = ({ t, chosen }: VehicleColumnDeps, vehicle: Vehicle) => (
  <Checkbox
    size="xs"
    radius={4}
    aria-label={t('vehicles.chosen.one', { plate: vehicle.plate.toUpperCase() })}
    checked={chosen.has(vehicle)}
    onChange={() => chosen.toggle(vehicle)}
  />
);

const none = <span className={classes.none}>–</span>;

const described = ({ t, edit }: VehicleColumnDeps): Column<Vehicle>[] => [
  {
    id: 'owner',
    header: t('vehicles.list.owner'),
    track: 'minmax(120px, 1.4fr)',
    phone: 'second',
    cell: ({ id, owner, make, color }) =>
      edit.id === id ? (
        <TextInput
          aria-label={t('vehicles.list.owner')}
          maxLength={120}
          value={edit.values.owner}
          onChange={(event) => edit.change({ owner: event.currentTarget.value })}
          onKeyDown={edit.onKeyDown}
        />
      ) : (
        <>
          {owner === null ? none : <bdi title={owner}>{owner}</bdi>}
          <span className={classes.onPhone}>
            {[make, color && t(`vehicles.color.${color}`)].filter(Boolean).map((text) => ` · ${text}`)}
          </span>
        </>
      ),
  },
  {
    id: 'make',
    header: t('vehicles.list.make'),
    track: edit.id === null ? 'minmax(112px, 1fr)' : 'minmax(148px, 1fr)',
    cell: ({ id, make }) =>
      edit.id === id ? (
        <Suspense>
          <MakeSelect isInTable value={edit.values.make} onChange={(next) => edit.change({ make: next })} />
        </Suspense>
      ) : (
        (make ?? none)
      ),
  },
  {
    id: 'color',
    header: t('vehicles.list.color'),
    track: edit.id === null ? 'minmax(112px, 0.9fr)' : 'minmax(148px, 0.9fr)',
    cell: ({ id, color }) => {
      if (edit.id === id)
        return (
          <Suspense>
            <ColorSelect isInTable value={edit.values.color} onChange={(next) => edit.change({ color: next })} />
          </Suspense>
        );
      return color === null ? none : <ColorName color={color} />;
    },
  },
];

const deeds = (deps: VehicleColumnDeps, vehicle: Vehicle) => {
  const { t, edit, onRemove } = deps;
  const of = { plate: vehicle.plate.toUpperCase() };
  if (edit.id === vehicle.id)
    return (
      <Row gap={8} justify="end">
        <Button size="compact-sm" variant="subtle" color="gray" onClick={edit.cancel}>
          {t('common.actions.cancel')}
        </Button>
        <Button
          size="compact-sm"
          loading={edit.isSaving}
          disabled={edit.values.plate.trim() === ''}
          onClick={edit.save}
        >
          {t('common.actions.save')}
        </Button>
      </Row>
    );
  return (
    <Row gap={8} justify="end">
      <ActionIcon size={28} aria-label={t('vehicles.edit.of', of)} onClick={() => edit.begin(vehicle)}>
        <IconPencil size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon size={28} aria-label={t('vehicles.remove.of', of)} onClick={() => onRemove(vehicle)}>
        <IconTrash size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </Row>
  );
};

/** Columns of the table of vehicles. */
export const vehicleColumns = (deps: VehicleColumnDeps): Column<Vehicle>[] => {
  const { t, edit, chosen, sort, onSort } = deps;
  return [
    {
      id: 'choose',
      header: <ChooseHead chosen={chosen} />,
      track: '20px',
      cell: (vehicle) => choose(deps, vehicle),
    },
    {
      id: 'plate',
      header: t('vehicles.list.plate'),
      track: 'minmax(128px, 1.1fr)',
      phone: 'title',
      sort: { state: sort === 'plate' ? 'ascending' : 'none', onSort: () => onSort('plate') },
      cell: (vehicle) =>
        edit.id === vehicle.id ? (
          <TextInput
            aria-label={t('vehicles.list.plate')}
            data-autofocus
            // The row was asked for by its pencil, which is gone.
            ref={(input) => {
              if (input !== null && document.activeElement === document.body) input.focus();
            }}
            maxLength={20}
            value={edit.values.plate}
            onChange={(event) => edit.change({ plate: event.currentTarget.value.toUpperCase() })}
            onKeyDown={edit.onKeyDown}
          />
        ) : (
          besideBox(choose(deps, vehicle), <PlateSign plate={vehicle.plate} />)
        ),
    },
    ...described(deps),
    {
      id: 'lastSeen',
      header: t('vehicles.list.lastSeen'),
      track: '168px',
      sort: { state: sort === 'lastSeen' ? 'descending' : 'none', onSort: () => onSort('lastSeen') },
      cell: ({ lastSeen, location }) =>
        lastSeen === null ? (
          <span className={classes.none}>{t('vehicles.list.never')}</span>
        ) : (
          <Moment utcMs={lastSeen} timeZone={location?.timeZone ?? ownZone()} to="time" />
        ),
    },
    {
      id: 'location',
      header: t('vehicles.list.location'),
      track: 'minmax(96px, 1fr)',
      cell: ({ location }) => (location === null ? none : <bdi>{location.name}</bdi>),
    },
    {
      id: 'actions',
      header: <span className={classes.unseen}>{t('vehicles.list.actions')}</span>,
      track: edit.id === null ? '64px' : '148px',
      phone: 'side',
      cell: (vehicle) => deeds(deps, vehicle),
    },
  ];
};
