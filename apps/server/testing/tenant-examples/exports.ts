import { signed, hour } from '../example-values.ts';
import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'exports.create': ({ cameraId }) => ({ params: { id: cameraId }, body: hour }),
  'exports.list': ({ cameraId }) => ({ query: { cameraId } }),
  'exports.get': ({ exportId }) => ({ params: { id: exportId } }),
  'exports.cancel': ({ exportId }) => ({ params: { id: exportId } }),
  'exports.file': ({ exportId }) => ({ params: { id: exportId }, query: signed }),
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = ['exports.cancel', 'exports.create'];
