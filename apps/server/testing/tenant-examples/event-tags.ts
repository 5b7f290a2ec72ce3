import { newId } from '../../src/platform/ids/ids.ts';
import type { MakeThings, TenantExamples } from '../tenant-things.ts';

interface EventTagThings {
  eventTagId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends EventTagThings {}
}

export const tenantExamples: TenantExamples = {
  'eventTags.post': ({ cameraId }) => ({ body: { id: newId(), tag: 'Gate opened', cameraId } }),
  'eventTags.list': () => ({}),
  'eventTags.get': ({ eventTagId }) => ({ params: { id: eventTagId } }),
  'eventTags.create': () => ({ body: { name: `Tag ${newId()}`, fields: [{ name: 'people', type: 'Number' }] } }),
  'eventTags.update': ({ eventTagId }) => ({ params: { id: eventTagId }, body: { name: 'Renamed', revision: 1 } }),
  'eventTags.remove': ({ eventTagId }) => ({ params: { id: eventTagId } }),
};

export const makeThings: MakeThings<EventTagThings> = async (make) => ({
  eventTagId: await make('eventTags.create', {}),
});

export const changesNothing = {
  'eventTags.post': 'what other systems see is kept as it is; it changes nothing that people have set',
};
