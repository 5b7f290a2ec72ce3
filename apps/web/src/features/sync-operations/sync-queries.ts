import type { EdgeState } from '@sightline/contracts/edges/edge';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, callKey, callPages, callQuery } from '../../platform/api/client.ts';

const perPage = 50;
/** The queue is heard of only while it is on the screen. */
const staleTime = 0;

/** The newest operation that a core acknowledged. */
export const lastCommitted = (edgeId: string) => ({
  ...callQuery(syncOperationsCalls.lastCommitted, { query: { edgeId } }),
  staleTime,
});

/** What a core has not acknowledged, in order. */
export const openOperations = (edgeId: string) => ({
  ...callPages(syncOperationsCalls.next, { query: { edgeId, limit: perPage } }),
  staleTime,
});

/** How many cores are in sync. */
export const organizationSync = () => ({ ...callQuery(syncOperationsCalls.organization, {}), staleTime });

/** Filters of the list of cores that are not in sync. */
export interface UnsyncedFilters {
  search?: string | undefined;
  state?: EdgeState | undefined;
}

/** Cores that are not in sync, by name. */
export const unsyncedEdges = ({ search, state }: UnsyncedFilters) =>
  infiniteQueryOptions({
    queryKey: [...callKey(syncOperationsCalls.unsyncedEdges), search ?? '', state ?? ''],
    queryFn: ({ signal, pageParam }) =>
      call(
        syncOperationsCalls.unsyncedEdges,
        {
          body: {
            limit: perPage,
            search,
            states: state === undefined ? undefined : [state],
            cursor: pageParam ?? undefined,
          },
        },
        { signal },
      ),
    staleTime,
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });

/** Everything of the queue that a change of a core makes old. */
export const queueKeys = [
  syncOperationsCalls.lastCommitted,
  syncOperationsCalls.next,
  syncOperationsCalls.organization,
  syncOperationsCalls.unsyncedEdges,
].map((definition) => callKey(definition));
