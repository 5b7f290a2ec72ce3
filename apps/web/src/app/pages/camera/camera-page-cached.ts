import type { Camera } from '@sightline/contracts/cameras/camera';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { callKey } from '../../../platform/api/client.ts';
import { queryClient } from '../../../platform/api/query-client.ts';

const camerasIn = (cached: unknown): Camera[] => {
  if (typeof cached !== 'object' || cached === null) return [];
  if ('pages' in cached && Array.isArray(cached.pages)) return cached.pages.flatMap(camerasIn);
  return 'items' in cached && Array.isArray(cached.items) ? (cached.items as Camera[]) : [];
};

/** A camera as a list on an earlier screen showed it: its page then opens with name and poster at once. */
export const cachedCamera = (cameraId: string): Camera | undefined =>
  queryClient
    .getQueriesData({ queryKey: callKey(camerasCalls.list) })
    .flatMap(([, cached]) => camerasIn(cached))
    .find(({ id }) => id === cameraId);
