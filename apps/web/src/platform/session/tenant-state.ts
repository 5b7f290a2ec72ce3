import { queryClient } from '../api/query-client.ts';
import { resetIdle } from '../idle/idle-store.ts';

const resets = new Set<() => void>();

/** Registers how something that belongs to one organization (folded sites, a filter) is forgotten when another one, or nobody, comes. */
export const onTenantEnd = (reset: () => void): void => void resets.add(reset);

/** Forgets everything that belongs to the organization, or person, of before. */
export const clearTenantState = (): void => {
  queryClient.clear();
  resetIdle();
  for (const reset of resets) reset();
};
