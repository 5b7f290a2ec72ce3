import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { cameraPages } from '../../features/cameras/camera-queries.ts';
import { CamerasTable } from '../../features/cameras/cameras-table.tsx';
import { CameraStateFilter } from '../../features/cameras/camera-state-filter.tsx';
import { allEdges } from '../../features/edges/edge-queries.ts';
import { allLocations } from '../../features/locations/location-queries.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { ChoiceFilter } from '../../ui/filters/choice-filter.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import type { DeviceListSearch } from '../search-schemas.ts';
import { useHomeView } from './home/use-home-view.ts';
import { DevicesHeader } from './devices/devices-header.tsx';
import { DevicesViews } from './devices/devices-views.tsx';
import { ListOf } from './devices/list-of.tsx';
import classes from './devices/devices.module.css';

const CoresList = lazy(async () => ({ default: (await import('./devices/cores-list.tsx')).CoresList }));
const SitesList = lazy(async () => ({ default: (await import('./devices/sites-list.tsx')).SitesList }));

/** All cameras, sites or cores as a table; search and filters are in the address. */
export function DevicesListPage() {
  useHomeView('list');
  const search = useSearch({ from: '/shell/organization/location/list' });
  return (
    <div className={`${classes.page} ${classes.fixed}`}>
      <DevicesHeader />
      <Suspense fallback={<LoadingRows />}>
        <ListOfKind search={search} />
      </Suspense>
    </div>
  );
}

function ListOfKind({ search }: { search: DeviceListSearch }) {
  switch (search.of) {
    case 'sites':
      return <SitesList search={search} />;
    case 'cores':
      return <CoresList search={search} />;
    case undefined:
      return <CamerasList search={search} />;
  }
}

function CamerasList({ search }: { search: DeviceListSearch }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const filters = { search: search.q, state: search.status, locationId: search.site, edgeId: search.core };
  const total = useInfiniteQuery(cameraPages(filters)).data?.pages[0]?.total;
  // Choices of filters wait for the first rows.
  const enabled = total !== undefined;
  const sites = useQuery({ ...allLocations(), enabled });
  const cores = useQuery({ ...allEdges(), enabled });
  const change = (part: DeviceListSearch): void =>
    void navigate({ to: '/location/list', search: { ...search, ...part }, replace: true });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const noResults = isFiltered ? (
    <EmptyState
      title={search.q === undefined ? t('cameras.list.noneMatch') : t('cameras.list.noneNamed', { query: search.q })}
      text={t('cameras.list.noneHint')}
    >
      <Button variant="default" onClick={() => void navigate({ to: '/location/list', search: {} })}>
        {t('common.actions.clearFilters')}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState title={t('cameras.empty.title')} text={t('cameras.empty.text')} />
  );
  const shownTotal =
    total === undefined
      ? t('common.states.loading')
      : t(total.relation === 'exact' ? 'cameras.list.total' : 'cameras.list.totalAtLeast', {
          count: total.value,
          shown: formatCount(total.value),
        });
  return (
    <>
      <Toolbar end={shownTotal}>
        <DevicesViews current="list" />
        <ListOf current="cameras" />
        <SearchField
          label={t('cameras.list.search')}
          value={search.q ?? ''}
          onChange={(q) => change({ q: q === '' ? undefined : q })}
        />
        <CameraStateFilter value={search.status} onChange={(status) => change({ status })} />
        <ChoiceFilter
          label={t('cameras.list.site')}
          value={search.site}
          options={(sites.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(site) => change({ site })}
        />
        <ChoiceFilter
          label={t('cameras.list.core')}
          value={search.core}
          options={(cores.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(core) => change({ core })}
        />
      </Toolbar>
      <div className={classes.list}>
        <CamerasTable filters={filters} noResults={noResults} />
      </div>
    </>
  );
}
