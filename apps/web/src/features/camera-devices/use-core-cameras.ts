import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callPages } from '../../platform/api/client.ts';

const atOnce = 200;

/** All cameras of a core that the person may change. Pages follow by themselves until the last, so that "all" means all. */
export const useCoreCameras = (edgeId: string) => {
  const pages = useInfiniteQuery(callPages(camerasCalls.list, { query: { edgeId, limit: atOnce } }));
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    cameras: (pages.data?.pages ?? []).flatMap(({ items }) => items).filter(({ can }) => can.edit),
    /** Whether some may still be missing. */
    isComplete: pages.data !== undefined && !hasNextPage,
    failure: pages.error,
    again: () => void (pages.data === undefined ? pages.refetch() : pages.fetchNextPage()),
  };
};
