import { Button } from '@mantine/core';
import type { CameraState } from '@sightline/contracts/cameras/camera';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useHomeLocations } from '../../../features/locations/home-queries.ts';
import { shownSites, siteRowsOf } from '../../../features/locations/sites/site-rows.ts';
import type { SiteSort } from '../../../features/locations/sites/site-sorts.ts';
import { SitesTable } from '../../../features/locations/sites/sites-table.tsx';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { ChoiceFilter } from '../../../ui/filters/choice-filter.tsx';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { Toolbar } from '../../../ui/page/toolbar.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import type { DeviceListSearch } from '../../search-schemas.ts';
import { DevicesViews } from './devices-views.tsx';
import { ListOf } from './list-of.tsx';
import classes from './devices.module.css';

/** What a site can be: it records nothing itself. */
const states = ['online', 'unhealthy', 'offline', 'notConnected'] as const satisfies readonly CameraState[];

const none: never[] = [];

/** All sites as a table; search, filter and order are in the address. */
export function SitesList({ search }: { search: DeviceListSearch }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const home = useHomeLocations();
  const items = home.data?.items ?? none;
  const rows = useMemo(() => siteRowsOf(items), [items]);
  const { q = '', status, sort = 'name', desc } = search;
  const isDescending = desc === 'true';
  const shown = useMemo(
    () => shownSites(rows, { text: q, state: status, sort, isDescending }),
    [rows, q, status, sort, isDescending],
  );
  const change = (part: DeviceListSearch): void =>
    void navigate({ to: '/location/list', search: { ...search, ...part }, replace: true });
  const sortBy = (column: SiteSort): void =>
    change({ sort: column, desc: column === sort && !isDescending ? 'true' : undefined });
  const count =
    home.data === undefined
      ? t('common.states.loading')
      : t('locations.home.sites', { count: shown.length, shown: formatCount(shown.length) });
  return (
    <>
      <Toolbar end={count}>
        <DevicesViews current="list" />
        <ListOf current="sites" />
        <SearchField
          label={t('locations.list.search')}
          value={q}
          onChange={(text) => change({ q: text === '' ? undefined : text })}
        />
        <ChoiceFilter
          label={t('locations.list.status')}
          value={status}
          options={states.map((value) => ({ value, label: t(`status.siteState.${value}`) }))}
          onChange={(value) => change({ status: value })}
        />
      </Toolbar>
      {home.data?.isCut === true && <p className={classes.small}>{t('locations.home.cut')}</p>}
      <div className={classes.list}>
        <ListScreen
          list={home}
          failed={t('locations.list.failed')}
          stillWorks={t('shell.offline.detail')}
          isEmpty={() => shown.length === 0}
          empty={
            <EmptyState title={t('locations.list.none')} text={t('locations.list.noneHint')}>
              <Button
                variant="default"
                onClick={() => void navigate({ to: '/location/list', search: { of: 'sites' } })}
              >
                {t('common.actions.clearFilters')}
              </Button>
            </EmptyState>
          }
        >
          {() => <SitesTable rows={shown} sort={sort} isDescending={isDescending} onSort={sortBy} />}
        </ListScreen>
      </div>
    </>
  );
}
