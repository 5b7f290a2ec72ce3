import type { Edge } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';
import { sitesOfCore } from '@sightline/domain/cameras/sites-of-core';
import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceWay } from '../../../features/camera-onboarding/device-way.tsx';
import { firstDetails, settingsOf } from '../../../features/camera-onboarding/more-details.ts';
import { MoreDetailFields } from '../../../features/camera-onboarding/more-detail-fields.tsx';
import { firstEdge } from '../../../features/camera-onboarding/place-fields.tsx';
import type { Way } from '../../../features/camera-onboarding/way-choice.tsx';
import { AddCameraForm } from '../../../features/cameras/add-camera-form.tsx';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { LoadingRows } from '../../../ui/states/loading-rows.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';

const FileWay = lazy(async () => ({
  default: (await import('../../../features/camera-onboarding/file-way.tsx')).FileWay,
}));
const ScanWay = lazy(async () => ({
  default: (await import('../../../features/camera-onboarding/scan-way.tsx')).ScanWay,
}));

interface Search {
  core?: string | undefined;
  list?: string | undefined;
}

interface ChosenWayProps {
  way: Way;
  edges: readonly Edge[];
  locations: readonly Location[];
  search: Search;
  onSearch: (change: Search) => void;
}

/** What can be done with a camera that was made. */
const nextOf =
  (t: TFunction, { core, way, onAgain }: { core: string | undefined; way: Way; onAgain: () => void }) =>
  (cameraId: string) => (
    <>
      <ButtonLink to="/camera/$cameraId" params={{ cameraId }}>
        {t('cameraOnboarding.made.open')}
      </ButtonLink>
      <ButtonLink to="/cameras/add" search={{ core, way }} variant="default" onClick={onAgain}>
        {t('cameraOnboarding.made.another')}
      </ButtonLink>
    </>
  );

/** The way that was chosen; its core and its open list stand in the address. */
export function ChosenWay({ way, edges, locations, search, onSearch }: ChosenWayProps) {
  const { t } = useTranslation();
  const [round, setRound] = useState(0);
  const edge = firstEdge(edges, search.core);
  if (edge === undefined) return null;
  const sites = sitesOfCore(locations, edge.locationId);
  const onEdge = ({ id }: Edge): void => onSearch({ core: id });
  const devices = <ButtonLink to="/location/home">{t('cameraOnboarding.made.devices')}</ButtonLink>;
  if (way === 'manual') return <ManualWay edges={edges} locations={locations} core={search.core} />;
  if (way === 'scan')
    return (
      <Suspense fallback={<LoadingRows />}>
        <ScanWay edges={edges} edge={edge} onEdge={onEdge} locations={sites} next={devices} />
      </Suspense>
    );
  if (way === 'file') {
    const onImport = (list: string | undefined): void => onSearch({ list });
    return (
      <Suspense fallback={<LoadingRows />}>
        <FileWay
          edges={edges}
          edge={edge}
          onEdge={onEdge}
          locations={sites}
          importId={search.list}
          onImport={onImport}
          next={devices}
        />
      </Suspense>
    );
  }
  return (
    <DeviceWay
      key={round}
      edges={edges}
      edge={edge}
      locations={locations}
      next={nextOf(t, { core: search.core, way, onAgain: () => setRound(round + 1) })}
    />
  );
}

function ManualWay({
  edges,
  locations,
  core,
}: {
  edges: readonly Edge[];
  locations: readonly Location[];
  core: string | undefined;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [details, setDetails] = useState(firstDetails);
  return (
    <AddCameraForm
      edges={edges}
      locations={locations}
      edgeId={core}
      more={{
        fields: <MoreDetailFields value={details} onChange={setDetails} />,
        settings: settingsOf(details, false),
      }}
      onAdded={(camera) => {
        toastSuccess({ title: t('cameras.add.done', { name: camera.name }) });
        void navigate({ to: '/camera/$cameraId', params: { cameraId: camera.id } });
      }}
    />
  );
}
