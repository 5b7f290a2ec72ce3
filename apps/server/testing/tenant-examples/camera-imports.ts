import { signed } from '../example-values.ts';
import type { TenantExamples } from '../tenant-things.ts';

const row = { line: 2, name: 'Gate', ip: '10.0.0.9', port: '', username: 'u', password: 'p', connectionString: '/1' };

export const tenantExamples: TenantExamples = {
  'cameraImports.create': ({ edgeId, locationId }) => ({ body: { type: 'file', edgeId, locationId, rows: [row] } }),
  'cameraImports.addRows': ({ importId }) => ({ params: { id: importId }, body: { rows: [row] } }),
  'cameraImports.list': () => ({}),
  'cameraImports.get': ({ importId }) => ({ params: { id: importId } }),
  'cameraImports.rows': ({ importId }) => ({
    params: { id: importId },
    query: { afterLine: 0, limit: 10, only: 'failed' },
  }),
  'cameraImports.start': ({ importId }) => ({ params: { id: importId }, body: { action: 'create' } }),
  'cameraImports.cancel': ({ importId }) => ({ params: { id: importId } }),
  'cameraImports.remove': ({ importId }) => ({ params: { id: importId } }),
  'cameraImports.snapshot': ({ importId }) => ({ params: { id: importId, line: '2' }, query: signed }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'cameraImports.addRows': 'a list of the own; every camera that is made of it stands in the audit',
  'cameraImports.cancel': 'a list of the own; every camera that is made of it stands in the audit',
  'cameraImports.create': 'a list of the own; every camera that is made of it stands in the audit',
  'cameraImports.remove': 'a list of the own; every camera that is made of it stands in the audit',
  'cameraImports.start': 'a list of the own; every camera that is made of it stands in the audit',
};
