import { sitesOfCore } from '@sightline/domain/cameras/sites-of-core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { cameraById, cameraSettingsOf } from '../../features/cameras/camera-queries.ts';
import { markedIndexOf } from '../../features/cameras/areas/area-marking.ts';
import { DeleteCamera } from '../../features/cameras/delete-camera.tsx';
import { CameraEditForm } from '../../features/cameras/edit/camera-edit-form.tsx';
import { editTabs, type EditTab } from '../../features/cameras/edit/edit-tabs.ts';
import { allEdges } from '../../features/edges/edge-queries.ts';
import { allLocations } from '../../features/locations/location-queries.ts';
import { useMay } from '../../platform/session/may.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';
import { EntityFailure } from '../../ui/pages/entity-failure.tsx';
import { NoAccessPage } from '../../ui/pages/no-access-page.tsx';

const CameraPageAccess = lazy(async () => ({
  default: (await import('../../features/camera-pages/camera-page-access.tsx')).CameraPageAccess,
}));
const DeviceSection = lazy(async () => ({
  default: (await import('../../features/camera-devices/device-section.tsx')).DeviceSection,
}));
const LivePicture = lazy(async () => ({ default: (await import('./live-picture.tsx')).LivePicture }));

/** Changing one camera, or deleting it. */
export function EditCameraPage() {
  const { t } = useTranslation();
  const { cameraId } = useParams({ from: '/shell/organization/camera-edit/$cameraId' });
  const { tab: wanted, area } = useSearch({ from: '/shell/organization/camera-edit/$cameraId' });
  // An old link with a part that is gone still opens.
  const known = editTabs.find((one) => one === wanted) ?? 'general';
  const navigate = useNavigate();
  const camera = useQuery(cameraById(cameraId));
  const settings = useQuery(cameraSettingsOf(cameraId));
  const mayEdit = camera.data?.can.edit === true;
  // Of the core only its place is needed, and cameras are also edited by people who see no cores.
  const seesCores = useMay('CoreView');
  const edges = useQuery({ ...allEdges(), enabled: mayEdit && seesCores });
  const locations = useQuery({ ...allLocations(), enabled: mayEdit });
  const all = [camera, settings, edges, locations] as const;
  // The right to edit is asked about before anything that is only needed for it: a refusal names what is really missing.
  if (camera.data?.can.edit === false) return <NoAccessPage permission="CameraEdit" entityId={cameraId} />;
  if (
    camera.data === undefined ||
    settings.data === undefined ||
    (seesCores && edges.data === undefined) ||
    locations.data === undefined
  ) {
    const failure = all.find(({ error }) => error !== null)?.error ?? null;
    return failure === null ? (
      <LoadingRows />
    ) : (
      <EntityFailure failure={failure} onRetry={() => void Promise.all(all.map((one) => one.refetch()))} />
    );
  }
  const { name, edgeName, edgeId, can, timeZone } = camera.data;
  const parents = [
    { key: 'devices', link: <Link to="/location/home">{t('shell.nav.devices')}</Link> },
    {
      key: 'camera',
      link: (
        <Link to="/camera/$cameraId" params={{ cameraId }}>
          {name}
        </Link>
      ),
    },
  ];
  const core = edges.data?.items.find(({ id }) => id === edgeId);
  const tab = known === 'device' && camera.data.onvif === null ? 'general' : known;
  const show = (next: EditTab): void =>
    void navigate({ to: '/camera-edit/$cameraId', params: { cameraId }, search: { tab: next }, replace: true });
  const keepMarked = (markedIdx: number | null): void =>
    void navigate({
      to: '/camera-edit/$cameraId',
      params: { cameraId },
      search: { tab, ...(markedIdx !== null && markedIdx > 0 && { area: String(markedIdx + 1) }) },
      replace: true,
      // The list of areas stays where it was scrolled to.
      resetScroll: false,
    });
  const livePicture = () => (
    <Suspense>
      <LivePicture cameraId={cameraId} name={name} />
    </Suspense>
  );
  const webPage = (isSaved: boolean) => (
    <Suspense>
      <CameraPageAccess cameraId={cameraId} timeZone={timeZone} isSaved={isSaved} />
    </Suspense>
  );
  return (
    <>
      <PageHeader title={t('cameras.edit.title')} parents={parents} meta={edgeName}>
        {can.remove && <DeleteCamera camera={camera.data} onDeleted={() => void navigate({ to: '/location/home' })} />}
      </PageHeader>
      <CameraEditForm
        key={cameraId}
        camera={camera.data}
        record={settings.data}
        locations={core === undefined ? locations.data.items : sitesOfCore(locations.data.items, core.locationId)}
        core={core}
        tab={tab}
        onTab={show}
        marking={{ first: markedIndexOf(area), keep: keepMarked }}
        device={
          <Suspense fallback={<LoadingRows />}>
            <DeviceSection cameraId={cameraId} name={name} />
          </Suspense>
        }
        webPage={webPage}
        livePicture={can.live ? livePicture : undefined}
      />
    </>
  );
}
