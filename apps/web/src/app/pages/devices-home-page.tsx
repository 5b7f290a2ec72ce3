import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AttentionList } from '../../features/cameras/attention-list.tsx';
import { allEdges } from '../../features/edges/edge-queries.ts';
import { allLocations } from '../../features/locations/location-queries.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import { DevicesHeader } from './devices/devices-header.tsx';
import { DevicesSummary } from './devices/devices-summary.tsx';
import { DevicesViews } from './devices/devices-views.tsx';
import { HomeSkeleton } from './devices/home-skeleton.tsx';
import { NothingYet } from './devices/nothing-yet.tsx';
import { SiteSection } from './devices/site-section.tsx';
import classes from './devices/devices.module.css';

/** Home: what needs somebody first, then every site with its cameras. */
export function DevicesHomePage() {
  const { t } = useTranslation();
  const locations = useQuery(allLocations());
  const edges = useQuery(allEdges());
  const failure = locations.error ?? edges.error;
  if (locations.data === undefined || edges.data === undefined) {
    return (
      <div className={classes.page}>
        <DevicesHeader />
        {failure === null ? (
          <HomeSkeleton />
        ) : (
          <ErrorState
            title={t('cameras.list.failed')}
            failure={failure}
            stillWorks={t('shell.offline.detail')}
            onRetry={() => void Promise.all([locations.refetch(), edges.refetch()])}
          />
        )}
      </div>
    );
  }
  const sites = locations.data.items;
  const cameraCount = sites.reduce((sum, site) => sum + site.cameraCount, 0);
  if (cameraCount === 0) return <NothingYet hasSites={sites.length > 0} edges={edges.data.items} sites={sites} />;
  return (
    <div className={classes.page}>
      <DevicesHeader />
      <DevicesSummary cameraCount={cameraCount} siteCount={sites.length} edges={edges.data.items} />
      <div className={classes.columns}>
        <div className={classes.sites}>
          <Toolbar>
            <DevicesViews current="home" />
          </Toolbar>
          {sites.map((site) => (
            <SiteSection key={site.id} site={site} edges={edges.data.items.filter(({ locationId }) => locationId === site.id)} />
          ))}
        </div>
        <aside className={classes.attention}>
          <AttentionList />
        </aside>
      </div>
    </div>
  );
}
