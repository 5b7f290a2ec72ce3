import type { Camera } from '@sightline/contracts/cameras/camera';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../platform/api/client.ts';

const most = 200;

/** Cameras to choose from by name, and the one that the address names; the first without. */
export const useChosenCamera = (cameraId: string | undefined) => {
  const { data, error, refetch } = useQuery(callQuery(camerasCalls.list, { query: { limit: most } }));
  const cameras: readonly Camera[] | undefined = data?.items;
  return { cameras, chosen: cameras?.find(({ id }) => id === cameraId) ?? cameras?.[0], failure: error, again: () => void refetch() };
};
