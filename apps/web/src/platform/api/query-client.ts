import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Waiting a moment brings no core that was never paired, and whoever looks should read so at once. */
const lasting: readonly string[] = ['core_never_connected', 'core_revoked'];

const retryable = (failures: number, failure: unknown): boolean => {
  if (failures >= 2) return false;
  return failure instanceof ApiError && !lasting.includes(failure.code) && (failure.status === 0 || failure.status === 503);
};

/** The one cache. Realtime keeps it fresh, so nothing is refetched just because time passed or a tab got focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 60_000, gcTime: 10 * 60_000, retry: retryable, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
