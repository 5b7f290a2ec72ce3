import { signed } from '../example-values.ts';
import type { TenantExamples } from '../tenant-things.ts';

const stream = { kind: 'main', url: 'rtsp://10.0.0.9/other' };

export const tenantExamples: TenantExamples = {
  'cameras.list': ({ locationId, edgeId }) => ({ query: { locationId, edgeId } }),
  'cameras.test': ({ edgeId }) => ({ body: { edgeId, url: 'rtsp://10.0.0.9/1' } }),
  'cameras.create': ({ edgeId, locationId }) => ({ body: { name: 'Camera', edgeId, locationId, streams: [stream] } }),
  'cameras.get': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameras.update': ({ cameraId }) => ({ params: { id: cameraId }, body: { name: 'Renamed' } }),
  'cameras.getSettings': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameras.updateSettings': ({ cameraId }) => ({ params: { id: cameraId }, body: { delivery: { isWebrtc: false } } }),
  'cameras.snapshot': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameras.move': ({ cameraId, locationId }) => ({ body: { cameraIds: [cameraId], locationId } }),
  'cameras.remove': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameras.poster': ({ cameraId }) => ({ params: { id: cameraId }, query: signed }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'cameras.test': 'a question to a core',
};
