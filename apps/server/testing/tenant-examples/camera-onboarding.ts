import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'cameraOnboarding.startScan': ({ edgeId }) => ({ body: { edgeId } }),
  'cameraOnboarding.getScan': ({ scanId }) => ({ params: { id: scanId } }),
  'cameraOnboarding.lastScan': ({ edgeId }) => ({ query: { edgeId } }),
  'cameraOnboarding.cancelScan': ({ scanId }) => ({ params: { id: scanId } }),
  'cameraOnboarding.look': ({ edgeId }) => ({
    body: { edgeId, host: '10.0.0.9', credentials: { username: 'u', password: 'p' } },
  }),
  'cameraOnboarding.channels': ({ edgeId }) => ({
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

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'cameraOnboarding.cancelScan': 'ends a question to a core',
  'cameraOnboarding.look': 'a question to a core',
  'cameraOnboarding.channels': 'a question to a core',
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = ['cameraOnboarding.startScan'];
