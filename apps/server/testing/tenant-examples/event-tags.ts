import { newId } from '../../src/platform/ids/ids.ts';
import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'eventTags.post': ({ cameraId }) => ({ body: { id: newId(), tag: 'Gate opened', cameraId } }),
};

export const changesNothing = {
  'eventTags.post': 'what other systems see is kept as it is; it changes nothing that people have set',
};
