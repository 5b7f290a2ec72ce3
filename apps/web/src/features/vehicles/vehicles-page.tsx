import { ActionIcon, Button } from '@mantine/core';
import type { Vehicle } from '@sightline/contracts/vehicles/vehicle';
import { IconDownload, IconFileUpload, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { ListPage } from '../../ui/page/list-page.tsx';
import { exportVehicles, saveVehicles } from './save-vehicles.ts';
import { hasNothingYet } from '../../ui/page/nothing-yet.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { AddToGroup } from './add-to-group.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { RemoveVehicles } from './remove-vehicles.tsx';
import { useChosenVehicles } from './use-chosen-vehicles.ts';
import { useInlineEdit } from './use-inline-edit.ts';
import { vehicleColumns } from './vehicle-columns.tsx';
import { VehicleDialog } from './vehicle-dialog.tsx';
import { VehicleFilters } from './vehicle-filters.tsx';
import { vehiclePages } from './vehicle-queries.ts';
import type { VehiclesSearch } from './vehicles-search.ts';

const VehicleFilesDialog = lazy(async () => ({
  default: (await import('./vehicle-files-dialog.tsx')).VehicleFilesDialog,
}));

const rowPx = 72;

const none: VehiclesSearch = {
  search: undefined,
  make: undefined,
  color: undefined,
  location: undefined,
  group: undefined,
};

/** Vehicles that the organization knows. */
export function VehiclesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const here = useSearch({ from: '/shell/organization/database-area/database/vehicles' });
  const [removed, setRemoved] = useState<readonly Vehicle[]>([]);
  const [isGrouping, setGrouping] = useState(false);
  const list = useInfiniteQuery({ ...vehiclePages(here), placeholderData: (last) => last });
  const chosen = useChosenVehicles(list.data?.pages.flatMap(({ items }) => items) ?? []);
  const edit = useInlineEdit();
  const go = (part: VehiclesSearch): void =>
    void navigate({ to: '/database/vehicles', search: { ...here, ...part }, replace: true });
  const addFromFile = (
    <Button
      variant="default"
      leftSection={<IconFileUpload size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => go({ addVehiclesFromCsv: 'true' })}
    >
      {t('vehicles.file.open')}
    </Button>
  );
  const add = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}
      onClick={() => go({ addVehicles: 'true' })}
    >
      {t('vehicles.create.open')}
    </Button>
  );
  const isNarrowed = [here.make, here.color, here.location, here.group].some((one) => one !== undefined);
  const isNothingYet = hasNothingYet(list, isNarrowed || (here.search ?? '') !== '');
  return (
    <>
      <ListPage
        head={
          <PageHeader
            title={t('vehicles.list.title')}
            parents={[{ key: 'database', link: <span>{t('shell.database.title')}</span> }]}
          >
            {!isNothingYet && list.data !== undefined && (
              <>
                {addFromFile}
                {add}
              </>
            )}
          </PageHeader>
        }
        search={{
          label: t('vehicles.list.search'),
          value: here.search ?? '',
          onChange: (text) => go({ search: text === '' ? undefined : text }),
        }}
        filters={<VehicleFilters here={here} onChange={go} />}
        narrowed={{ isNarrowed, onClear: () => go(none) }}
        list={list}
        totalText={(count) => t('vehicles.list.total', { count, shown: formatCount(count) })}
        toolbarEnd={
          <ActionIcon size={32} aria-label={t('vehicles.file.export')} onClick={() => void exportVehicles(t, here)}>
            <IconDownload size={18} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        }
        failed={t('vehicles.list.failed')}
        nothing={
          <EmptyState title={t('vehicles.list.emptyTitle')} text={t('vehicles.list.emptyText')}>
            {addFromFile}
            {add}
          </EmptyState>
        }
        noneFound={{ title: t('vehicles.list.noneTitle'), text: t('vehicles.list.noneText') }}
        foot={
          chosen.list.length > 0 && (
            <ChosenBar
              chosen={chosen}
              onGroup={() => setGrouping(true)}
              onExport={() => saveVehicles(chosen.list)}
              onRemove={() => setRemoved(chosen.list)}
            />
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
      {here.addVehicles !== undefined && <VehicleDialog seen={null} onClose={() => go({ addVehicles: undefined })} />}
      {here.addVehiclesFromCsv !== undefined && (
        <Suspense>
          <VehicleFilesDialog onClose={() => go({ addVehiclesFromCsv: undefined })} />
        </Suspense>
      )}
      {isGrouping && <AddToGroup vehicles={chosen.list} onClose={() => setGrouping(false)} />}
      {removed.length > 0 && <RemoveVehicles vehicles={removed} onDone={chosen.keep} onClose={() => setRemoved([])} />}
    </>
  );
}
