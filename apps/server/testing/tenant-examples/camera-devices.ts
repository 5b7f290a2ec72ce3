import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'cameraDevices.state': ({ cameraId }) => ({ params: { id: cameraId } }),
  'cameraDevices.act': ({ cameraId }) => ({ params: { id: cameraId }, body: { action: { kind: 'setClock' } } }),
  'cameraDevices.setCredentials': ({ cameraId }) => ({
    body: { cameraIds: [cameraId], credentials: { username: 'u', password: 'p' } },
  }),
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = ['cameraDevices.act'];
