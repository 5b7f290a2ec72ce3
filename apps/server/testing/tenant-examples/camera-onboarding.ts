import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'cameraOnboarding.startScan': ({ edgeId }) => ({ body: { edgeId } }),
  'cameraOnboarding.getScan': ({ scanId }) => ({ params: { id: scanId } }),
  'cameraOnboarding.lastScan': ({ edgeId }) => ({ query: { edgeId } }),
  'cameraOnboarding.cancelScan': ({ scanId }) => ({ params: { id: scanId } }),
  'cameraOnboarding.look': ({ edgeId }) => ({
    body: { edgeId, host: '10.0.0.9', credentials: { username: 'u', password: 'p' } },
  }),
  'cameraOnboarding.create': ({ edgeId, locationId }) => ({
    body: {
      type: 'manual',
      edgeId,
      locationId,
      cameraDetails: { name: 'Camera', mainStream: { main: { connectionString: 'rtsp://10.0.0.9/wizard' } } },
    },
  }),
  'cameraOnboarding.details': ({ cameraId }) => ({ params: { id: cameraId } }),
};
