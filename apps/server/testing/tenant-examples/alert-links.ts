import { signed } from '../example-values.ts';
import { newId } from '../../src/platform/ids/ids.ts';
import type { TenantExamples } from '../tenant-things.ts';

interface AlertLinkThings {
  alertLinkId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends AlertLinkThings {}
}

export const tenantExamples: TenantExamples = {
  'alertLinks.create': ({ alertId }) => ({ params: { id: alertId }, body: { hours: 24 } }),
  'alertLinks.list': ({ alertId }) => ({ params: { id: alertId } }),
  'alertLinks.revoke': ({ alertId, alertLinkId }) => ({ params: { id: alertId, linkId: alertLinkId } }),
  'alertLinks.open': () => ({ body: { token: newId() } }),
  'alertLinks.clip': ({ alertLinkId }) => ({ params: { id: alertLinkId }, query: signed }),
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = ['alertLinks.open'];
