import type { UnsavedVehicle } from '@sightline/contracts/vehicles/unsaved-vehicles.api';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { classNames } from '../../ui/layout/layout-parts.ts';
import { ExistingTab } from './existing-tab.tsx';
import { UnsavedTab } from './unsaved-tab.tsx';
import { VehiclesHead } from './vehicles-head.tsx';
import type { VehiclesSearch } from './vehicles-search.ts';
import page from '../../ui/page/settings-list.module.css';
import classes from './vehicles.module.css';

const VehicleDialog = lazy(async () => ({ default: (await import('./vehicle-dialog.tsx')).VehicleDialog }));
const VehicleFilesDialog = lazy(async () => ({
  default: (await import('./vehicle-files-dialog.tsx')).VehicleFilesDialog,
}));

/** Vehicles that the organization knows, and plates that cameras read and nobody saved. */
export function VehiclesPage() {
  const navigate = useNavigate();
  const here = useSearch({ from: '/shell/organization/database-area/database/vehicles' });
  const [seen, setSeen] = useState<UnsavedVehicle | null>(null);
  const go = (part: VehiclesSearch): void =>
    void navigate({ to: '/database/vehicles', search: { ...here, ...part }, replace: true });
  return (
    <>
      {here.tab === 'unsaved' ? (
        <div className={classNames(page.page, classes.page)}>
          <VehiclesHead here={here} go={go} hasActions={false} />
          <UnsavedTab
            search={here.search ?? ''}
            onSearch={(text) => go({ search: text === '' ? undefined : text })}
            onAdd={setSeen}
          />
        </div>
      ) : (
        <ExistingTab here={here} go={go} />
      )}
      {(here.addVehicles !== undefined || seen !== null) && (
        <Suspense>
          <VehicleDialog
            seen={seen}
            onClose={() => {
              setSeen(null);
              go({ addVehicles: undefined });
            }}
          />
        </Suspense>
      )}
      {here.addVehiclesFromCsv !== undefined && (
        <Suspense>
          <VehicleFilesDialog onClose={() => go({ addVehiclesFromCsv: undefined })} />
        </Suspense>
      )}
    </>
  );
}
