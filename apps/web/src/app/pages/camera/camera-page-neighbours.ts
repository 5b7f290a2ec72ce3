import type { Camera } from '@sightline/contracts/cameras/camera';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { camerasOfSite } from '../../../features/cameras/camera-queries.ts';
import { toastUpdate } from '../../../ui/toasts/toast.tsx';

const most = 200;

/** Goes to the camera before or after this one at its site, by name, at the same instant; at the ends it says so. */
export function useNeighbours(camera: Camera, isWanted: boolean): (direction: 1 | -1) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cameras = useQuery({ ...camerasOfSite(camera.locationId, most), enabled: isWanted }).data?.items ?? [];
  return (direction) => {
    const index = cameras.findIndex(({ id }) => id === camera.id);
    const next = index < 0 ? undefined : cameras[index + direction];
    if (next)
      void navigate({
        to: '/camera/$cameraId',
        params: { cameraId: next.id },
        search: ({ at }: { at?: string }) => (at === undefined ? {} : { at }),
      });
    else if (cameras.length > 0)
      toastUpdate({ title: t(direction === 1 ? 'cameras.neighbour.last' : 'cameras.neighbour.first') });
  };
}
