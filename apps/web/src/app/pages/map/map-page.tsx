import type { HomeLocations } from '@sightline/contracts/home/home';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHomeLocations } from '../../../features/locations/home-queries.ts';
import type { MapCluster } from '../../../features/locations/map/map-places.ts';
import { placesOf } from '../../../features/locations/map/map-places.ts';
import { LateWorldMap } from '../../../features/locations/map/late-world-map.tsx';
import { flatNodes, forestOf } from '../../../features/locations/tree/location-forest.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { Toolbar } from '../../../ui/page/toolbar.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { ShownSign } from '../../../ui/status/shown-label.tsx';
import { DevicesHeader } from '../devices/devices-header.tsx';
import { DevicesViews } from '../devices/devices-views.tsx';
import devices from '../devices/devices.module.css';
import { StatesSign, useStatesText } from '../home/states-sign.tsx';
import { useHomeView } from '../home/use-home-view.ts';
import { MapPanel } from './map-panel.tsx';
import classes from './map-page.module.css';

/** Sites where they are in the world, with how they are. */
export function MapPage() {
  const { t } = useTranslation();
  useHomeView('map');
  const home = useHomeLocations();
  return (
    <div className={`${devices.page} ${devices.fixed}`}>
      <DevicesHeader />
      <ListScreen list={home} failed={t('locations.map.failed')} stillWorks={t('shell.offline.detail')}>
        {(data) => <SitesMap home={data} />}
      </ListScreen>
    </div>
  );
}

/** How the sites are, cores and all; where only names are told, how their cameras are. */
const signOf = ({ status, states }: MapCluster) =>
  status === null ? <StatesSign counts={states} /> : <ShownSign status={status} of="site" />;

function SitesMap({ home }: { home: HomeLocations }) {
  const { t } = useTranslation();
  const statesText = useStatesText();
  const [chosenIds, setChosenIds] = useState<string[]>([]);
  const { nodes, places, unplaced } = useMemo(() => {
    const forest = forestOf(home.items);
    return { nodes: new Map(flatNodes(forest).map((node) => [node.location.id, node])), ...placesOf(forest) };
  }, [home.items]);
  const textOf = ({ places: inside, states, cameraTotal, status }: MapCluster): string => {
    const cameras = t('cameras.home.count', { count: cameraTotal });
    const name =
      inside.length === 1
        ? (inside[0]?.name ?? '')
        : t('locations.map.cluster', { count: inside.length, shown: formatCount(inside.length) });
    const words = `${name}, ${cameras}, ${statesText(states)}`;
    if (status === null || (status.state === 'online' && !status.isFlapping)) return words;
    const worst = t(`status.siteState.${status.isFlapping ? 'flapping' : status.state}`);
    return `${words}, ${inside.length === 1 ? worst : t('locations.map.worst', { state: worst })}`;
  };
  const chosen = chosenIds.flatMap((id) => places.filter((place) => place.id === id));
  return (
    <>
      <Toolbar end={t('locations.home.sites', { count: home.items.length, shown: formatCount(home.items.length) })}>
        <DevicesViews current="map" />
      </Toolbar>
      {home.items.length === 0 && <EmptyState title={t('locations.map.none')} text={t('locations.map.noneText')} />}
      <div className={classes.body}>
        <LateWorldMap
          places={places}
          chosenIds={chosenIds}
          renderSign={signOf}
          textOf={textOf}
          onChoose={setChosenIds}
        />
        <MapPanel chosen={chosen} unplaced={unplaced} nodes={nodes} onClose={() => setChosenIds([])} />
      </div>
    </>
  );
}
