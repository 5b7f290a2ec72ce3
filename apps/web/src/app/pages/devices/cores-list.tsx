import { Button } from '@mantine/core';
import type { CameraState } from '@sightline/contracts/cameras/camera';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { allEdges } from '../../../features/edges/edge-queries.ts';
import { edgeRowsOf, shownEdges } from '../../../features/edges/list/edge-rows.ts';
import { EdgesTable } from '../../../features/edges/list/edges-table.tsx';
import { allLocations } from '../../../features/locations/location-queries.ts';
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

/** What a core can be: it is never "not recording" itself. */
const states = ['online', 'unhealthy', 'offline', 'notConnected'] as const satisfies readonly CameraState[];

/** All cores as a table, with whether each is in sync; search and filters are in the address. */
export function CoresList({ search }: { search: DeviceListSearch }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const edges = useQuery(allEdges());
  const sites = useQuery(allLocations());
  const rows = useMemo(() => edgeRowsOf(edges.data?.items ?? [], sites.data?.items ?? []), [edges.data, sites.data]);
  const { q = '', status, sync } = search;
  const shown = useMemo(() => shownEdges(rows, { text: q, state: status, sync }), [rows, q, status, sync]);
  const change = (part: DeviceListSearch): void =>
    void navigate({ to: '/location/list', search: { ...search, ...part }, replace: true });
  const count =
    edges.data === undefined
      ? t('common.states.loading')
      : t('edges.list.count', { count: shown.length, shown: formatCount(shown.length) });
  return (
    <>
      <Toolbar end={count}>
        <DevicesViews current="list" />
        <ListOf current="cores" />
        <SearchField
          label={t('edges.list.search')}
          value={q}
          onChange={(text) => change({ q: text === '' ? undefined : text })}
        />
        <ChoiceFilter
          label={t('edges.facts.state')}
          value={status}
          options={states.map((value) => ({ value, label: t(`status.state.${value}`) }))}
          onChange={(value) => change({ status: value })}
        />
        <ChoiceFilter
          label={t('edges.facts.sync')}
          value={sync}
          options={[
            { value: 'in', label: t('edges.facts.inSync') },
            { value: 'out', label: t('edges.facts.notInSync') },
          ]}
          onChange={(value) => change({ sync: value })}
        />
      </Toolbar>
      <div className={classes.list}>
        <ListScreen
          list={edges}
          failed={t('edges.list.failed')}
          stillWorks={t('shell.offline.detail')}
          isEmpty={() => rows.length === 0}
          empty={<EmptyState title={t('edges.list.empty')} text={t('edges.list.emptyText')} />}
        >
          {() =>
            shown.length > 0 ? (
              <EdgesTable rows={shown} />
            ) : (
              <EmptyState title={t('edges.list.none')} text={t('cameras.list.noneHint')}>
                <Button
                  variant="default"
                  onClick={() => void navigate({ to: '/location/list', search: { of: 'cores' } })}
                >
                  {t('common.actions.clearFilters')}
                </Button>
              </EmptyState>
            )
          }
        </ListScreen>
      </div>
    </>
  );
}
