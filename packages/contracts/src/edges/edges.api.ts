import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { claimCode, coreNotice, edge, edgeInput, localEdge } from './edge.ts';

/** Raw Ed25519 public key, base64url, 32 bytes. */
export const publicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

export const edgesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/edges',
    permission: 'CoreView',
    summary: 'Lists the cores that the caller may see, by name.',
    query: pageQuery.extend({ locationId: id.optional() }),
    output: listOf(edge),
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/edges',
    permission: 'CoreCreate',
    summary: 'Makes a core; pair it with a claim code.',
    body: edgeInput,
    output: edge,
    status: 201,
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/edges/{id}',
    permission: 'CoreView',
    summary: 'Answers one core.',
    params: idParams,
    output: edge,
  }),
  update: defineCall({
    method: 'PATCH',
    path: '/api/v1/edges/{id}',
    permission: 'CoreEdit',
    summary: 'Renames a core.',
    params: idParams,
    body: edgeInput.pick({ name: true }),
    output: edge,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/edges/{id}',
    permission: 'CoreDelete',
    summary: 'Deletes a core without cameras and ends its link.',
    params: idParams,
    output: z.object({}),
    errors: ['core_not_empty'],
  }),
  createClaimCode: defineCall({
    method: 'POST',
    path: '/api/v1/edges/{id}/claim-code',
    permission: 'CoreCreate',
    summary: 'Makes a new one-time claim code; an older one stops working.',
    params: idParams,
    output: claimCode,
    status: 201,
  }),
  claimLocal: defineCall({
    method: 'POST',
    path: '/api/v1/edges/{id}/claim-local',
    permission: 'CoreCreate',
    summary: 'Pairs the core that `./sightline up` started on the same machine.',
    params: idParams,
    output: z.object({}),
    status: 202,
    errors: ['local_core_absent'],
  }),
  localNetwork: defineCall({
    method: 'POST',
    path: '/api/v1/edges/local-network',
    permission: 'CoreView',
    summary:
      'Says of each core that the caller may see whether it and the caller come from the same public address, and then its addresses in its own network. With `localLiveStream` off no core counts as local, and none whose location has it off.',
    body: z.object({ edgeIds: z.array(id).max(500), localLiveStream: z.boolean() }),
    output: z.object({ items: z.array(localEdge) }),
  }),
  notices: defineCall({
    method: 'GET',
    path: '/api/v1/edges/{id}/notices',
    permission: 'CoreView',
    summary: 'What the core said about itself: starts, disk and model trouble, a copied key; newest first.',
    params: idParams,
    query: pageQuery,
    output: listOf(coreNotice),
  }),
  revoke: defineCall({
    method: 'POST',
    path: '/api/v1/edges/{id}/revoke',
    permission: 'CoreEdit',
    summary: 'Revokes the credential of a core and ends its link; footage on its disk stays.',
    params: idParams,
    output: edge,
  }),
  claim: defineCall({
    method: 'POST',
    path: '/api/v1/edges/claim',
    permission: 'public',
    summary: 'Called by a core: exchanges a one-time code for the right to connect with its own key. 10 attempts a minute per address.',
    body: z.object({
      code: z.string().min(4).max(40),
      publicKey,
      version: z.string().max(40),
      hostname: z.string().max(253),
    }),
    output: z.object({ edgeId: id, organizationId: id, name: z.string() }),
    errors: ['claim_code_invalid', 'rate_limited'],
  }),
};
