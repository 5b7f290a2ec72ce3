import type { TenantExamples } from '../tenant-things.ts';
import { newId } from '../../src/platform/ids/ids.ts';

export const tenantExamples: TenantExamples = {
  'accessEvents.post': ({ doorId }) => ({
    body: { events: [{ externalId: newId(), doorId, kind: 'granted', atUtcMs: Date.now() }] },
  }),
  'accessEvents.list': ({ doorId }) => ({ query: { doorId } }),
};

export const changesNothing = {
  'accessEvents.post': 'what access systems see is kept as it is; it changes nothing that people have set',
};
