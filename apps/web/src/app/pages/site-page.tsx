import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EdgeLink } from '../../features/edges/edge-link.tsx';
import { allEdges } from '../../features/edges/edge-queries.ts';
import { DeleteLocation } from '../../features/locations/delete-location.tsx';
import { EditLocationForm } from '../../features/locations/edit-location-form.tsx';
import { locationById } from '../../features/locations/location-queries.ts';
import classes from '../../ui/forms/form.module.css';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { EntityFailure } from './entity-failure.tsx';

/** One site: its details, its cores, deleting it. */
export function SitePage() {
  const { t } = useTranslation();
  const { locationId } = useParams({ from: '/shell/organization/edit-location/$locationId' });
  const navigate = useNavigate();
  const location = useQuery(locationById(locationId));
  const edges = useQuery(allEdges()).data?.items.filter((edge) => edge.locationId === locationId) ?? [];
  if (location.data === undefined)
    return location.error === null ? <LoadingRows /> : <EntityFailure failure={location.error} onRetry={() => void location.refetch()} />;
  const parents = [{ key: 'devices', link: <Link to="/location/home">{t('shell.nav.devices')}</Link> }];
  return (
    <>
      <PageHeader title={location.data.name} parents={parents}>
        {location.data.can.edit && <DeleteLocation location={location.data} onDeleted={() => void navigate({ to: '/location/home' })} />}
      </PageHeader>
      <section className={classes.section}>
        <EditLocationForm key={location.data.id} location={location.data} />
      </section>
      <section className={classes.section}>
        <h2>{t('locations.edit.cores')}</h2>
        {edges.length === 0 && <p>{t('locations.edit.noCores')}</p>}
        {edges.map((edge) => (
          <div key={edge.id}>
            <EdgeLink edge={edge} />
          </div>
        ))}
      </section>
    </>
  );
}
