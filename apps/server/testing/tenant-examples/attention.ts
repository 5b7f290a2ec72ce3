import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'attention.list': () => ({}),
  'attention.markSeen': ({ cameraId }) => ({ body: { items: [{ key: `camera:${cameraId}`, knownUtcMs: 1 }] } }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'attention.markSeen': 'a mark for oneself',
};
