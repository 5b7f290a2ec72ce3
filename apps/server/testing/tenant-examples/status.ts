import { hour } from '../example-values.ts';
import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'status.ofCamera': ({ cameraId }) => ({ params: { id: cameraId }, query: hour }),
  'status.ofEdge': ({ edgeId }) => ({ params: { id: edgeId }, query: hour }),
  'status.ofLocation': ({ locationId }) => ({ params: { id: locationId }, query: hour }),
};
