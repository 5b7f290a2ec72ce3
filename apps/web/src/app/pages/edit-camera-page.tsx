import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cameraById } from '../../features/cameras/camera-queries.ts';
import { DeleteCamera } from '../../features/cameras/delete-camera.tsx';
import { EditCameraForm } from '../../features/cameras/edit-camera-form.tsx';
import { allEdges } from '../../features/edges/edge-queries.ts';
import { allLocations } from '../../features/locations/location-queries.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { EntityFailure } from './entity-failure.tsx';
import { NoAccessPage } from './no-access-page.tsx';

/** Changing one camera, or deleting it. */
export function EditCameraPage() {
  const { t } = useTranslation();
  const { cameraId } = useParams({ from: '/shell/organization/camera-edit/$cameraId' });
  const navigate = useNavigate();
  const camera = useQuery(cameraById(cameraId));
  const edges = useQuery(allEdges());
  const locations = useQuery(allLocations());
  const failure = camera.error ?? edges.error ?? locations.error;
  if (camera.data === undefined || edges.data === undefined || locations.data === undefined) {
    return failure === null ? (
      <LoadingRows />
    ) : (
      <EntityFailure failure={failure} onRetry={() => void Promise.all([camera.refetch(), edges.refetch(), locations.refetch()])} />
    );
  }
  if (!camera.data.can.edit) return <NoAccessPage permission="CameraEdit" entityId={cameraId} />;
  const parents = [
    { key: 'devices', link: <Link to="/location/home">{t('shell.nav.devices')}</Link> },
    {
      key: 'camera',
      link: (
        <Link to="/camera/$cameraId" params={{ cameraId }}>
          {camera.data.name}
        </Link>
      ),
    },
  ];
  return (
    <>
      <PageHeader title={t('cameras.edit.title')} parents={parents} meta={camera.data.edgeName}>
        {camera.data.can.remove && <DeleteCamera camera={camera.data} onDeleted={() => void navigate({ to: '/location/home' })} />}
      </PageHeader>
      <EditCameraForm key={camera.data.id} camera={camera.data} edges={edges.data.items} locations={locations.data.items} />
    </>
  );
}
