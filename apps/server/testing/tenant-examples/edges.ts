import { hour } from '../example-values.ts';
import type { TenantExamples } from '../tenant-things.ts';

export const tenantExamples: TenantExamples = {
  'edges.list': ({ locationId }) => ({ query: { locationId } }),
  'edges.create': ({ locationId }) => ({ body: { name: 'Core', locationId } }),
  'edges.get': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.update': ({ edgeId }) => ({ params: { id: edgeId }, body: { name: 'Renamed' } }),
  'edges.remove': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.createClaimCode': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.createReplacementCode': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.systemStatus': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.heartbeats': ({ edgeId }) => ({ params: { id: edgeId }, query: hour }),
  'edges.logs': ({ edgeId }) => ({ params: { id: edgeId }, query: { level: 'warn' } }),
  'edges.recoveryDocument': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.dhcp': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.setDhcp': ({ edgeId }) => ({ params: { id: edgeId }, body: { enabled: false, settings: null } }),
  'edges.reserveAddress': ({ edgeId }) => ({
    params: { id: edgeId },
    body: { macAddress: '02:00:00:00:00:01', ip: '10.0.0.9', name: 'gate' },
  }),
  'edges.releaseAddress': ({ edgeId }) => ({ params: { id: edgeId, macAddress: '02:00:00:00:00:01' } }),
  'edges.claimLocal': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.localNetwork': ({ edgeId }) => ({ body: { edgeIds: [edgeId], localLiveStream: true } }),
  'edges.notices': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.recentNotices': () => ({}),
  'edges.revoke': ({ edgeId }) => ({ params: { id: edgeId } }),
  'edges.claim': () => ({ body: { code: '0000-0000-0000', publicKey: 'A'.repeat(43), version: '1', hostname: 'h' } }),
};

/** Calls that change nothing of which anybody would ask later, with the reason. */
export const changesNothing = {
  'edges.localNetwork': 'a question to a core',
};

/** Calls that succeed with something mailed, scanned or brought by a core only; the tests of the feature look at their entries. */
export const needsMore = [
  'edges.claim',
  'edges.claimLocal',
  'edges.createReplacementCode',
  'edges.releaseAddress',
  'edges.reserveAddress',
  'edges.setDhcp',
];
