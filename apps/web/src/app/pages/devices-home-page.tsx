import type { HomeLocations } from '@sightline/contracts/home/home';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AttentionLine } from '../../features/attention/attention-line.tsx';
import { useHomeLocations } from '../../features/locations/home-queries.ts';
import {
  flatNodes,
  holdsOthers,
  forestOf,
  sumStates,
  type ForestNode,
  type StateCounts,
} from '../../features/locations/tree/location-forest.ts';
import { chosenLocation } from '../../platform/state/chosen-location.ts';
import { useIsPhone } from '../../ui/layout/use-is-phone.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import { DevicesHeader } from './devices/devices-header.tsx';
import { preloadTiles } from './devices/tile/home-tile.tsx';
import { DevicesViews } from './devices/devices-views.tsx';
import { FactsStrip } from './devices/facts/facts-strip.tsx';
import { HomeSkeleton } from './devices/home-skeleton.tsx';
import { NothingYet } from './devices/nothing-yet.tsx';
import { FavouritesSection } from './home/favourites-section.tsx';
import { HomeAside, HomeFirst, useHomeAside } from './home/home-aside.tsx';
import { HomeSites, SitePath, sitesShown } from './home/home-sites.tsx';
import { TreePanel } from './home/tree-panel.tsx';
import { NotFoundPage } from '../../ui/pages/not-found-page.tsx';
import { useHomeView } from './home/use-home-view.ts';
import devices from './devices/devices.module.css';
import classes from './home/home.module.css';

/** The sites beside the tree, and which of them was chosen. */
interface ShownSites {
  chosenId: string | undefined;
  sites: readonly ForestNode[];
}

/** So many have room to be seen large. */
const fewCameras = 24;

const noneYet: ShownSites = { chosenId: undefined, sites: [] };

/** Home: what needs somebody first, favourites, then every site with its cameras, or the site that was chosen in the tree. */
export function DevicesHomePage() {
  const { t } = useTranslation();
  useHomeView('home');
  const home = useHomeLocations();
  if (home.data === undefined) {
    return (
      <div className={devices.page}>
        <DevicesHeader />
        {home.error === null ? (
          <HomeSkeleton />
        ) : (
          <ErrorState
            title={t('cameras.list.failed')}
            failure={home.error}
            stillWorks={t('shell.offline.detail')}
            onRetry={() => void home.refetch()}
          />
        )}
      </div>
    );
  }
  return <Home home={home.data} />;
}

function Home({ home }: { home: HomeLocations }) {
  const { t } = useTranslation();
  const aside = useHomeAside();
  const isPhone = useIsPhone();
  useEffect(preloadTiles, []);
  const { site } = useSearch({ from: '/shell/organization/location/home' });
  const navigate = useNavigate();
  const { forest, nodes } = useMemo(() => {
    const trees = forestOf(home.items);
    return { forest: trees, nodes: new Map(flatNodes(trees).map((node) => [node.location.id, node])) };
  }, [home.items]);
  const chosen = site === undefined ? undefined : nodes.get(site);
  const chosenId = chosen?.location.id ?? null;
  useEffect(() => chosenLocation.setState({ id: chosenId }), [chosenId]);
  const wanted = useMemo(
    (): ShownSites => ({ chosenId: chosen?.location.id, sites: sitesShown(forest, chosen) }),
    [forest, chosen],
  );
  // The tree is drawn first; the sections, each with its pictures, come when it stands.
  const shown = useDeferredValue(wanted, noneYet);
  const sum = (of: 'cameraTotal' | 'coresTotal' | 'coresOnline'): number =>
    forest.reduce((total, node) => total + node[of], 0);
  const siteCount = home.items.length - [...nodes.values()].filter(holdsOthers).length;
  const hasTree = home.items.length > 1;
  const cameraCount = sum('cameraTotal');
  // Where the tree is whole it has counted every camera, and nobody needs to be asked how many there are in a state.
  const states = useMemo(
    () => (home.isCut ? undefined : forest.reduce<StateCounts>((total, node) => sumStates(total, node.states), {})),
    [home.isCut, forest],
  );
  // A link to a site that is not there, or may not be seen, shows no other ones in its place. Of more sites than are told nothing is known.
  if (site !== undefined && chosen === undefined && !home.isCut) return <NotFoundPage />;
  if (cameraCount === 0 && chosen === undefined) return <NothingYet forest={forest} nodes={nodes} />;
  return (
    <div className={devices.page} data-tiles={cameraCount > fewCameras ? 'small' : 'large'}>
      <DevicesHeader />
      {isPhone && <HomeFirst aside={aside} />}
      <FactsStrip
        cameraCount={cameraCount}
        siteCount={siteCount}
        cores={{ total: sum('coresTotal'), online: sum('coresOnline') }}
        states={states}
      />
      <div className={classes.columns} data-tree={hasTree} data-aside={aside.isShown}>
        {hasTree && (
          <TreePanel
            forest={forest}
            chosen={chosen}
            onChoose={(id) => void navigate({ to: '/location/home', search: { site: id } })}
          />
        )}
        <div className={devices.sites}>
          <Toolbar end={!isPhone && !aside.isShown && aside.calm !== undefined && <AttentionLine list={aside.calm} />}>
            <DevicesViews current="home" />
          </Toolbar>
          {home.isCut && <p className={classes.cut}>{t('locations.home.cut')}</p>}
          {chosen === undefined ? <FavouritesSection /> : <SitePath nodes={nodes} chosen={chosen} />}
          <HomeSites key={shown.chosenId} nodes={nodes} shown={shown.sites} />
        </div>
        {aside.isShown && <HomeAside aside={aside} isWithoutAttention={isPhone} />}
      </div>
    </div>
  );
}
