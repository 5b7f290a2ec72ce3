import type { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { EdgeClaimsService } from './edge-claims.service.ts';
import type { EdgesService } from './edges.service.ts';

/** Handlers of the core calls. */
export const edgesRoutes = (service: EdgesService, claims: EdgeClaimsService): CallHandlers<typeof edgesCalls> => ({
  list: ({ query }, { actor }) => service.list(actor, query),
  create: ({ body }, { actor }) => service.create(actor, body),
  get: ({ params }, { actor }) => service.get(actor, params.id),
  update: ({ params, body }, { actor }) => service.update(actor, params.id, body),
  remove: ({ params }, { actor }) => service.remove(actor, params.id),
  createClaimCode: ({ params }, { actor }) => claims.createCode(actor, params.id),
  claimLocal: ({ params }, { actor }) => claims.claimLocal(actor, params.id),
  localNetwork: ({ body }, { actor, request }) => service.localNetwork(actor, { ...body, address: request.ip }),
  notices: ({ params, query }, { actor }) => service.notices(actor, params.id, query),
  revoke: ({ params }, { actor }) => service.revoke(actor, params.id),
  claim: ({ body }, { request }) => claims.claim(body, request.ip),
});
