import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Waiting a moment brings no core that was never paired, and whoever looks should read so at once. */
const lasting: readonly string[] = ['core_never_connected', 'core_revoked'];

const retryable = (failures: number, failure: unknown): boolean => {
  if (failures >= 2) return false;
  return (
    failure instanceof ApiError && !lasting.includes(failure.code) && (failure.status === 0 || failure.status === 503)
  );
};

/**
 * With these the server takes away what it showed before: a right has ended, or the thing is not there, or not for this person.
 * What something between us and the server answers, without a request of the server's, takes nothing away.
 */
export const takesAway = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.requestId !== null && [401, 403, 404].includes(failure.status);

/** The one cache. Realtime keeps it fresh, so nothing is refetched just because time passed or a tab got focus. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // What is refused is not shown any longer, on whichever screen: old data stays only where nobody could say whether it still holds.
    onError: (failure, query) => {
      if (takesAway(failure)) query.setState({ ...query.state, data: undefined, dataUpdatedAt: 0 });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      gcTime: 10 * 60_000,
      retry: retryable,
      refetchOnWindowFocus: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Reads anew what is on the screen, and forgets what is on none: it was read before rights or things changed, and whoever comes back to it
 * would be shown it again until it is refused.
 */
export const readAllAnew = (): Promise<void> => {
  queryClient.removeQueries({ type: 'inactive' });
  return queryClient.invalidateQueries();
};
