import type { HomeLocation } from '@sightline/contracts/home/home';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BuildingList } from '../../../features/floors/building-list.tsx';
import { useBuildings } from '../../../features/floors/floor-queries.ts';
import type { FloorsDialog } from '../../../features/floors/floors-dialogs.tsx';
import { useHomeLocations } from '../../../features/locations/home-queries.ts';
import { Toolbar } from '../../../ui/page/toolbar.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { DevicesHeader } from '../devices/devices-header.tsx';
import { DevicesViews } from '../devices/devices-views.tsx';
import devices from '../devices/devices.module.css';
import { useHomeView } from '../home/use-home-view.ts';
import { FloorEditor } from './floor-editor.tsx';
import classes from './floors-page.module.css';

const SiteSelect = lazy(async () => ({ default: (await import('./site-select.tsx')).SiteSelect }));
const FloorsDialogs = lazy(async () => ({
  default: (await import('../../../features/floors/floors-dialogs.tsx')).FloorsDialogs,
}));

/** Buildings, their floors, and the cameras on the plan of one. */
export function FloorsPage() {
  const { t } = useTranslation();
  useHomeView('floors');
  const { site } = useSearch({ from: '/shell/organization/location/floors' });
  const navigate = useNavigate();
  const home = useHomeLocations();
  const sites = (home.data?.items ?? []).filter(({ isNameOnly }) => !isNameOnly);
  const chosen = sites.find(({ id }) => id === site) ?? sites[0];
  return (
    <div className={`${devices.page} ${devices.fixed}`}>
      <DevicesHeader />
      <Toolbar>
        <DevicesViews current="floors" />
        {chosen !== undefined && (
          <Suspense>
            <SiteSelect
              sites={sites}
              chosenId={chosen.id}
              onChoose={(id) => void navigate({ to: '/location/floors', search: { site: id } })}
            />
          </Suspense>
        )}
      </Toolbar>
      <ListScreen
        list={home}
        failed={t('floors.failed')}
        stillWorks={t('shell.offline.detail')}
        isEmpty={() => chosen === undefined}
        empty={<EmptyState title={t('floors.noSites.title')} text={t('floors.noSites.text')} />}
      >
        {() => chosen !== undefined && <SiteFloors key={chosen.id} site={chosen} />}
      </ListScreen>
    </div>
  );
}

function SiteFloors({ site }: { site: HomeLocation }) {
  const { t } = useTranslation();
  const search = useSearch({ from: '/shell/organization/location/floors' });
  const navigate = useNavigate();
  const buildings = useBuildings(site.id);
  const [dialog, setDialog] = useState<FloorsDialog | null>(null);
  if (buildings.data === undefined)
    return buildings.error === null ? (
      <LoadingRows />
    ) : (
      <ErrorState title={t('floors.failed')} failure={buildings.error} onRetry={() => void buildings.refetch()} />
    );
  const { items } = buildings.data;
  const floors = items.flatMap((building) => building.floors);
  const floorId = floors.find(({ id }) => id === search.floor)?.id ?? floors[0]?.id;
  const show = (floor: string | undefined): void =>
    void navigate({ to: '/location/floors', search: { site: site.id, floor } });
  return (
    <div className={classes.body}>
      <div className={classes.list}>
        <BuildingList buildings={items} floorId={floorId} mayEdit={site.can.edit} onDialog={setDialog} />
      </div>
      {floorId === undefined ? (
        <div className={classes.empty}>
          <EmptyState
            title={t('floors.empty.title')}
            text={t(site.can.edit ? 'floors.empty.text' : 'floors.empty.textReader')}
          />
        </div>
      ) : (
        <FloorEditor key={floorId} floorId={floorId} />
      )}
      <Suspense>
        {dialog !== null && (
          <FloorsDialogs
            dialog={dialog}
            locationId={site.id}
            onMade={({ id }) => show(id)}
            onGone={(gone) => gone.includes(floorId ?? '') && show(undefined)}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </div>
  );
}
