import type { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { EdgeClaimsService } from './edge-claims.service.ts';
import type { EdgeHealthService } from './edge-health.service.ts';
import type { EdgeMachineService } from './edge-machine.service.ts';
import type { EdgeRecoveryService } from './edge-recovery.service.ts';
import type { EdgesService } from './edges.service.ts';

interface EdgesHandling {
  service: EdgesService;
  claims: EdgeClaimsService;
  health: EdgeHealthService;
  machine: EdgeMachineService;
  recovery: EdgeRecoveryService;
}

/** Handlers of the core calls. */
export const edgesRoutes = ({
  service,
  claims,
  health,
  machine,
  recovery,
}: EdgesHandling): CallHandlers<typeof edgesCalls> => ({
  list: ({ query }, { actor }) => service.list(actor, query),
  create: ({ body }, { actor }) => service.create(actor, body),
  get: ({ params }, { actor }) => service.get(actor, params.id),
  update: ({ params, body }, { actor }) => service.update(actor, params.id, body),
  remove: ({ params }, { actor }) => service.remove(actor, params.id),
  createClaimCode: ({ params }, { actor }) => claims.createCode(actor, params.id),
  createReplacementCode: ({ params }, { actor }) => claims.createReplacementCode(actor, params.id),
  claimLocal: ({ params }, { actor }) => claims.claimLocal(actor, params.id),
  localNetwork: ({ body }, { actor, request }) => service.localNetwork(actor, { ...body, address: request.ip }),
  notices: ({ params, query }, { actor }) => service.notices(actor, params.id, query),
  recentNotices: ({ query }, { actor }) => service.recentNotices(actor, query),
  systemStatus: ({ params }, { actor }) => health.systemStatus(actor, params.id),
  heartbeats: ({ params, query }, { actor }) => health.heartbeats(actor, params.id, query),
  logs: ({ params, query }, { actor }) => machine.logs(actor, params.id, query),
  recoveryDocument: ({ params }, { actor }) => recovery.document(actor, params.id),
  dhcp: ({ params }, { actor }) => machine.dhcp(actor, params.id),
  setDhcp: ({ params, body }, { actor }) => machine.setDhcp(actor, params.id, body),
  reserveAddress: ({ params, body }, { actor }) => machine.reserveAddress(actor, params.id, body),
  releaseAddress: ({ params }, { actor }) => machine.releaseAddress(actor, params.id, params.macAddress),
  revoke: ({ params }, { actor }) => service.revoke(actor, params.id),
  claim: ({ body }, { request }) => claims.claim(body, request.ip),
});
