import type { Camera } from '@sightline/contracts/cameras/camera';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callQuery } from '../../../../platform/api/client.ts';
import { offeredCameras } from './offered-cameras.ts';

const camerasOfName = (search: string | undefined) => callQuery(camerasCalls.list, { query: { limit: 50, search } });

/** Cameras to choose from, however many there are: the first ones, or those of a name. The one of the address is chosen; without it the first. */
export const useChosenCamera = (cameraId: string | undefined, search: string) => {
  const first = useQuery(camerasOfName(undefined));
  const found = useQuery({
    ...camerasOfName(search.trim() === '' ? undefined : search.trim()),
    placeholderData: keepPreviousData,
  });
  const named = useQuery({
    ...callQuery(camerasCalls.get, { params: { id: cameraId ?? '' } }),
    enabled: cameraId !== undefined,
    retry: false,
  });
  // One that is gone, or may not be seen, gives way to the first.
  const chosen: Camera | undefined =
    named.data ?? (cameraId === undefined || named.isError ? first.data?.items[0] : undefined);
  return {
    cameras: offeredCameras(chosen, found.data?.items ?? []),
    /** There are more than are offered at first. */
    isSearched: search !== '' || typeof first.data?.nextCursor === 'string',
    chosen,
    isWaiting: first.data === undefined || (cameraId !== undefined && named.isPending),
    failure: first.error,
    again: () => void first.refetch(),
  };
};
