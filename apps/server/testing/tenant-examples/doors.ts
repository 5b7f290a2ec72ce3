import { signed } from '../example-values.ts';
import type { MakeThings, TenantExamples } from '../tenant-things.ts';

interface DoorThings {
  doorId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends DoorThings {}
}

export const tenantExamples: TenantExamples = {
  'doors.list': ({ cameraId }) => ({ query: { cameraId } }),
  'doors.get': ({ doorId }) => ({ params: { id: doorId } }),
  'doors.create': ({ cameraId }) => ({
    body: {
      name: 'Cold store',
      cameraId,
      area: [
        { x: 0.3, y: 0.2 },
        { x: 0.6, y: 0.2 },
        { x: 0.6, y: 0.9 },
      ],
    },
  }),
  'doors.update': ({ doorId }) => ({
    params: { id: doorId },
    body: { newName: 'Renamed', isSaved: true, revision: 1 },
  }),
  'doors.states': ({ doorId }) => ({ params: { id: doorId }, query: {} }),
  'doors.picture': ({ edgeId, cameraId, doorId }) => ({
    params: { edgeId, cameraId, image: `${doorId}-0123456789abcdef.jpg` },
    query: signed,
  }),
  'doors.remove': ({ doorId }) => ({ params: { id: doorId } }),
};

export const makeThings: MakeThings<DoorThings> = async (make, things) => ({
  doorId: await make('doors.create', things),
});
