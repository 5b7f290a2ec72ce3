import { newId } from '../../src/platform/ids/ids.ts';
import { signed } from '../example-values.ts';
import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'exportLinks.create': ({ exportId }) => ({ params: { id: exportId }, body: { hours: 24 } }),
  'exportLinks.list': ({ exportId }) => ({ params: { id: exportId } }),
  'exportLinks.revoke': ({ exportId }) => ({ params: { id: exportId, linkId: newId() } }),
  'exportLinks.open': () => ({ body: { token: newId() } }),
  'exportLinks.file': ({ exportId }) => ({ params: { id: exportId }, query: signed }),
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = ['exportLinks.create', 'exportLinks.revoke', 'exportLinks.open'];
