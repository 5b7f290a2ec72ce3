import { IconBuildingWarehouse } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { camerasByIds } from '../../../features/cameras/camera-queries.ts';
import { useFavourites } from '../../../features/favourites/favourite-queries.ts';
import { StarButton } from '../../../features/favourites/star-button.tsx';
import { Ellipsis } from '../../../ui/layout/ellipsis.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { HomeTile } from '../devices/tile/home-tile.tsx';
import devices from '../devices/devices.module.css';
import classes from './home.module.css';

/** What the person has starred: sites as links, cameras with their pictures. Nothing while there is none. */
export function FavouritesSection() {
  const { t } = useTranslation();
  const favourites = useFavourites();
  const items = favourites.data?.items ?? [];
  const ids = items.filter(({ kind }) => kind === 'camera').map(({ entityId }) => entityId);
  const found = useQuery(camerasByIds(ids));
  const cameras = found.data?.items ?? [];
  const sites = items.filter(({ kind }) => kind === 'location');
  // In the order in which they were starred.
  const starred = ids.flatMap((id) => cameras.filter((camera) => camera.id === id));
  // What did not load is not said to be none.
  const failed = [favourites, found].find(({ data, error }) => data === undefined && error !== null);
  if (items.length === 0 && failed === undefined) return null;
  return (
    <section className={devices.site} aria-labelledby="favourites-title">
      <Row wrap align="center" gap={12} rowGap={4} className={devices.siteHead}>
        <h2 id="favourites-title">{t('favourites.title')}</h2>
      </Row>
      {sites.length > 0 && (
        <Row as="ul" wrap gap={8} className={classes.starredSites}>
          {sites.map(({ entityId, name, placeName }) => (
            <Row as="li" align="center" key={entityId} className={classes.starredSite}>
              <Link to="/location/home" search={{ site: entityId }} className={classes.siteLink}>
                <IconBuildingWarehouse size={16} stroke={1.6} aria-hidden="true" />
                <Ellipsis>{name}</Ellipsis>
                {placeName !== null && <span className={devices.small}>{placeName}</span>}
              </Link>
              <StarButton kind="location" entityId={entityId} name={name} />
            </Row>
          ))}
        </Row>
      )}
      {failed !== undefined && (
        <ErrorState title={t('favourites.notLoaded')} failure={failed.error} onRetry={() => void failed.refetch()} />
      )}
      <div className={devices.grid}>
        {starred.map((camera) => (
          <div key={camera.id} className={classes.starredCamera}>
            <HomeTile camera={camera} />
            <span className={classes.star}>
              <StarButton kind="camera" entityId={camera.id} name={camera.name} />
            </span>
          </div>
        ))}
      </div>
    </section>
  );
}
