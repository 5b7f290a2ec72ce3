import { signed, hour } from '../example-values.ts';
import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'exports.create': ({ cameraId }) => ({ params: { id: cameraId }, body: hour }),
  'exports.list': ({ cameraId }) => ({ query: { cameraId } }),
  'exports.get': ({ exportId }) => ({ params: { id: exportId } }),
  'exports.cancel': ({ exportId }) => ({ params: { id: exportId } }),
  'exports.file': ({ exportId }) => ({ params: { id: exportId }, query: signed }),
};
