import type { Vehicle } from '@sightline/contracts/vehicles/vehicle';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChosenBar } from '../../ui/chosen/chosen-bar.tsx';
import { ExportButton } from '../../ui/chosen/export-button.tsx';
import { GroupButton } from '../../ui/chosen/group-button.tsx';
import { useChosenOf } from '../../ui/chosen/use-chosen.ts';
import { ListPage } from '../../ui/page/list-page.tsx';
import { hasNothingYet } from '../../ui/page/nothing-yet.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { exportVehicles, saveVehicles } from './save-vehicles.ts';
import { useInlineEdit } from './use-inline-edit.ts';
import { vehicleColumns } from './vehicle-columns.tsx';
import { VehicleFilters } from './vehicle-filters.tsx';
import { vehiclePages } from './vehicle-queries.ts';
import { AddButtons, VehiclesHead, type VehiclesPlace } from './vehicles-head.tsx';
import type { VehiclesSearch } from './vehicles-search.ts';

const RemoveVehicles = lazy(async () => ({ default: (await import('./remove-vehicles.tsx')).RemoveVehicles }));

const rowPx = 72;

const none: VehiclesSearch = {
  search: undefined,
  make: undefined,
  color: undefined,
  location: undefined,
  group: undefined,
};

/** Saved vehicles: search, filters, the table with editing in it, and what is done with several. */
export function ExistingTab({ here, go }: VehiclesPlace) {
  const { t } = useTranslation();
  const [removed, setRemoved] = useState<readonly Vehicle[]>([]);
  const list = useInfiniteQuery({ ...vehiclePages(here), placeholderData: (last) => last });
  const chosen = useChosenOf(list.data);
  const edit = useInlineEdit();
  const isNarrowed = [here.make, here.color, here.location, here.group].some((one) => one !== undefined);
  const isNothingYet = hasNothingYet(list, isNarrowed || (here.search ?? '') !== '');
  return (
    <>
      <ListPage
        head={<VehiclesHead here={here} go={go} hasActions={!isNothingYet && list.data !== undefined} />}
        search={{
          label: t('vehicles.list.search'),
          value: here.search ?? '',
          onChange: (text) => go({ search: text === '' ? undefined : text }),
        }}
        filters={<VehicleFilters here={here} onChange={go} />}
        narrowed={{ isNarrowed, onClear: () => go(none) }}
        list={list}
        totalText={(count, shown) => t('vehicles.list.total', { count, shown })}
        toolbarEnd={<ExportButton label={t('vehicles.file.export')} onExport={() => exportVehicles(t, here)} />}
        failed={t('vehicles.list.failed')}
        nothing={
          <EmptyState title={t('vehicles.list.emptyTitle')} text={t('vehicles.list.emptyText')}>
            <AddButtons go={go} />
          </EmptyState>
        }
        noneFound={{ title: t('vehicles.list.noneTitle'), text: t('vehicles.list.noneText') }}
        foot={
          chosen.list.length > 0 && (
            <ChosenBar
              count={chosen.list.length}
              onExport={() => saveVehicles(chosen.list)}
              onRemove={() => setRemoved(chosen.list)}
              onNone={() => chosen.keep([])}
            >
              <GroupButton type="Vehicles" rows={chosen.list} />
            </ChosenBar>
          )
        }
      >
        {({ rows, total, onEndReached }) => (
          <DataTable
            label={t('vehicles.list.title')}
            columns={vehicleColumns({
              t,
              edit,
              chosen,
              sort: here.sort ?? 'plate',
              onSort: (sort) => go({ sort: sort === 'plate' ? undefined : sort }),
              onRemove: (vehicle) => setRemoved([vehicle]),
            })}
            rows={rows}
            rowKey={({ id }) => id}
            total={total}
            onEndReached={onEndReached}
            rowPx={rowPx}
          />
        )}
      </ListPage>
      <Suspense>
        {removed.length > 0 && (
          <RemoveVehicles vehicles={removed} onDone={chosen.keep} onClose={() => setRemoved([])} />
        )}
      </Suspense>
    </>
  );
}
