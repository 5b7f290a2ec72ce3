import type { Edge } from '@sightline/contracts/edges/edge';
import type { Location } from '@sightline/contracts/locations/location';
import { sitesOfCore } from '@sightline/domain/cameras/sites-of-core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { DetailsStep } from './device/details-step.tsx';
import { DeviceStep } from './device/device-step.tsx';
import { MadeCamera } from './device/made-camera.tsx';
import { useDeviceWay } from './device/use-device-way.ts';
import { Steps } from './steps.tsx';

interface DeviceWayProps {
  edges: readonly Edge[];
  edge: Edge;
  locations: readonly Location[];
  /** What can be done with the camera that was made. */
  next: (cameraId: string) => ReactNode;
}

/** A camera by the address of its device: device, details, camera. */
export function DeviceWay({ edges, edge, locations, next }: DeviceWayProps) {
  const { t } = useTranslation();
  const [made, setMade] = useState<{ cameraId: string; clockOffsetMs: number | null } | null>(null);
  const way = useDeviceWay({ edge, onMade: setMade });
  const core = edges.find(({ id }) => id === way.address.edgeId) ?? edge;
  const steps = [
    t('cameraOnboarding.steps.device'),
    t('cameraOnboarding.steps.details'),
    t('cameraOnboarding.steps.done'),
  ];
  const isAtDetails = way.step === 'details' && way.look.data !== undefined;
  return (
    <>
      <Steps names={steps} current={made !== null ? 2 : isAtDetails ? 1 : 0} />
      <UnsavedGuard isDirty={() => made === null && way.address.host !== ''} part="way" />
      {made !== null && <MadeCamera {...made}>{next(made.cameraId)}</MadeCamera>}
      {made === null && !isAtDetails && <DeviceStep edges={edges} way={way} />}
      {made === null && isAtDetails && way.look.data !== undefined && (
        <DetailsStep device={way.look.data} locations={sitesOfCore(locations, core.locationId)} way={way} />
      )}
    </>
  );
}
