import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { AddCameraForm } from '../../features/cameras/add-camera-form.tsx';
import { allEdges } from '../../features/edges/edge-queries.ts';
import { allLocations } from '../../features/locations/location-queries.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { EntityFailure } from './entity-failure.tsx';

/** Adding one camera by its address. */
export function AddCameraPage() {
  const { t } = useTranslation();
  const { core } = useSearch({ from: '/shell/organization/cameras/add' });
  const navigate = useNavigate();
  const edges = useQuery(allEdges());
  const locations = useQuery(allLocations());
  const failure = edges.error ?? locations.error;
  const usable = edges.data?.items.filter(({ state, can }) => can.createCamera && (state === 'online' || state === 'offline'));
  const parents = [{ key: 'devices', link: <Link to="/location/home">{t('shell.nav.devices')}</Link> }];
  return (
    <>
      <PageHeader title={t('cameras.add.action')} parents={parents} />
      {failure !== null && <EntityFailure failure={failure} onRetry={() => void Promise.all([edges.refetch(), locations.refetch()])} />}
      {failure === null && (usable === undefined || locations.data === undefined) && <LoadingRows rows={4} />}
      {usable?.length === 0 && (
        <EmptyState title={t('cameras.add.noCoreTitle')} text={t('cameras.add.noCoreText')}>
          <ButtonLink to="/start">{t('cameras.empty.guide')}</ButtonLink>
        </EmptyState>
      )}
      {usable !== undefined && usable.length > 0 && locations.data !== undefined && (
        <AddCameraForm
          edges={usable}
          locations={locations.data.items}
          edgeId={core}
          onAdded={(camera) => {
            toastSuccess({ title: t('cameras.add.done', { name: camera.name }) });
            void navigate({ to: '/camera/$cameraId', params: { cameraId: camera.id } });
          }}
        />
      )}
    </>
  );
}
