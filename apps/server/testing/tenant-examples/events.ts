import { signed, hour } from '../example-values.ts';
import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'events.list': ({ cameraId, locationId }) => ({
    query: {
      cameraIds: cameraId,
      locationId,
      classes: 'person',
      colours: 'red',
      plate: 'AB 12',
      plateMatch: 'similar',
      ...hour,
      minDwellMs: 1,
      hasFace: 'true',
    },
  }),
  'events.get': ({ eventId }) => ({ params: { id: eventId } }),
  'events.similar': ({ eventId }) => ({ params: { id: eventId }, query: { by: 'appearance', ...hour } }),
  'events.ofCamera': ({ cameraId }) => ({ params: { id: cameraId }, query: hour }),
  'events.paths': ({ cameraId }) => ({ params: { id: cameraId }, query: hour }),
  'events.motionHeat': ({ cameraId }) => ({ params: { id: cameraId }, query: hour }),
  'events.motion': ({ cameraId }) => ({ params: { id: cameraId }, query: { ...hour, cells: 'f'.repeat(36) } }),
  'events.thumbnail': ({ eventId }) => ({ params: { id: eventId, kind: 'object' }, query: signed }),
};
