import type { Camera } from '@sightline/contracts/cameras/camera';
import type { Floor } from '@sightline/contracts/floors/floor';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { camerasByIds, camerasToMove } from '../../../features/cameras/camera-queries.ts';
import type { PlanCamera } from '../../../features/floors/plan-camera.ts';
import { levelOf } from '../../../ui/status/state-level.ts';

/** What the plan of a floor shows of its cameras, and, while it is edited, which cameras of the site could still be put on it. */
export const usePlanCameras = (
  floor: Floor,
  isEditing: boolean,
): { byId: ReadonlyMap<string, PlanCamera>; unplaced: readonly PlanCamera[] } => {
  const { t } = useTranslation();
  const placedIds = floor.cameras.map(({ cameraId }) => cameraId);
  const placed = useQuery(camerasByIds(placedIds)).data?.items ?? [];
  const ofSite =
    useQuery({ ...camerasToMove({ locationId: floor.locationId, depth: 'below', search: '' }), enabled: isEditing })
      .data?.items ?? [];
  const shown = ({ id, name, status }: Camera): PlanCamera => ({
    id,
    name,
    level: levelOf(status),
    state: t(`status.state.${status.isFlapping ? 'flapping' : status.state}`),
  });
  return {
    byId: new Map([...ofSite, ...placed].map((camera) => [camera.id, shown(camera)])),
    unplaced: ofSite.filter(({ id }) => !placedIds.includes(id)).map(shown),
  };
};
