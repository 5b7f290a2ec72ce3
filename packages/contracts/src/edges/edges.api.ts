import { releaseKey } from '../edge-releases/core-package.ts';
import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { dhcpReservation, dhcpState, dhcpSettings, macAddress } from './dhcp.ts';
import { claimCode, coreNotice, edge, edgeChange, edgeInput, localEdge, noticeOfCore } from './edge.ts';
import { edgeHeartbeats, edgeSystemStatus, heartbeatQuery } from './edge-health.ts';
import { logPage, logQuery } from './edge-logs.ts';
import { edgeRecoveryDocument } from './recovery-document.ts';

/** Raw Ed25519 public key, base64url, 32 bytes. */
export const publicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

export const edgesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/edges',
    permission: 'CoreView',
    summary: 'Lists the cores that the caller may see, by name.',
    query: pageQuery.extend({
      locationId: id.optional(),
      /** Of a location: only what stands at it, or what stands below it too. */
      locationDepth: z.enum(['own', 'below']).default('below'),
    }),
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
    summary: 'Renames a core, or sets how young footage may be that a full disk deletes without a notice.',
    params: idParams,
    body: edgeChange,
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
  createReplacementCode: defineCall({
    method: 'POST',
    path: '/api/v1/edges/{id}/replacement-code',
    permission: 'CoreCreate',
    summary:
      'Makes a one-time code by which another machine takes the place of this core: same identity and cameras, a new key; the key of before ends when the code is used.',
    params: idParams,
    output: claimCode,
    status: 201,
    errors: ['core_not_paired'],
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
  recentNotices: defineCall({
    method: 'GET',
    path: '/api/v1/edges/notices',
    permission: 'CoreView',
    summary:
      'The newest of what all cores that the caller may see said about themselves, however many cores there are.',
    query: pageQuery.pick({ limit: true }),
    output: z.object({ items: z.array(noticeOfCore) }),
  }),
  revoke: defineCall({
    method: 'POST',
    path: '/api/v1/edges/{id}/revoke',
    permission: 'CoreEdit',
    summary: 'Revokes the credential of a core and ends its link; footage on its disk stays.',
    params: idParams,
    output: edge,
  }),
  systemStatus: defineCall({
    method: 'GET',
    path: '/api/v1/edges/{id}/system-status',
    permission: 'CoreView',
    summary:
      'How a core is now: link, addresses, versions, disks, temperatures, and since when its buckets of heartbeats are open.',
    params: idParams,
    output: edgeSystemStatus,
  }),
  heartbeats: defineCall({
    method: 'GET',
    path: '/api/v1/edges/{id}/heartbeats',
    permission: 'CoreView',
    summary: 'Heartbeats of a range in equal spans, at most 400; minutes are kept for 14 days.',
    params: idParams,
    query: heartbeatQuery,
    output: edgeHeartbeats,
    errors: ['search_range_invalid'],
  }),
  logs: defineCall({
    method: 'GET',
    path: '/api/v1/edges/{id}/logs',
    permission: 'CoreEdit',
    summary: 'Reads the log of a core, at the core: newest first, by level, process and text; `after` follows it.',
    params: idParams,
    query: logQuery,
    output: logPage,
    errors: ['core_offline', 'core_never_connected', 'core_pairing_revoked', 'core_timeout'],
  }),
  recoveryDocument: defineCall({
    method: 'GET',
    path: '/api/v1/edges/{id}/recovery-document',
    permission: 'CoreEdit',
    summary:
      'What is needed to put another machine in the place of this core: identity, cameras without passwords, hash of the configuration. Audited.',
    params: idParams,
    output: edgeRecoveryDocument,
  }),
  dhcp: defineCall({
    method: 'GET',
    path: '/api/v1/edges/{id}/dhcp',
    permission: 'CoreView',
    summary: 'Which addresses the core gives out on the camera network, by dnsmasq where that is installed.',
    params: idParams,
    output: dhcpState,
    errors: ['core_offline', 'core_never_connected', 'core_pairing_revoked', 'core_timeout'],
  }),
  setDhcp: defineCall({
    method: 'PUT',
    path: '/api/v1/edges/{id}/dhcp',
    permission: 'CoreEdit',
    summary:
      'Switches DHCP of a core on or off, or prepares its network while it is off. Refused when interface or range do not fit, or when another DHCP server answers there.',
    params: idParams,
    body: z.object({ enabled: z.boolean(), settings: dhcpSettings.nullable() }),
    output: dhcpState,
    errors: [
      'core_offline',
      'core_never_connected',
      'core_pairing_revoked',
      'core_timeout',
      'dhcp_not_installed',
      'dhcp_interface_invalid',
      'dhcp_range_invalid',
      'dhcp_other_server',
      'dhcp_failed',
    ],
  }),
  reserveAddress: defineCall({
    method: 'PUT',
    path: '/api/v1/edges/{id}/dhcp/reservations',
    permission: 'CoreEdit',
    summary: 'Keeps an address for a device, by its hardware address; used at its next request.',
    params: idParams,
    body: dhcpReservation,
    output: dhcpState,
    errors: [
      'core_offline',
      'core_never_connected',
      'core_pairing_revoked',
      'core_timeout',
      'dhcp_not_set_up',
      'dhcp_interface_invalid',
      'dhcp_reservation_conflict',
      'dhcp_range_invalid',
      'too_many',
    ],
  }),
  releaseAddress: defineCall({
    method: 'DELETE',
    path: '/api/v1/edges/{id}/dhcp/reservations/{macAddress}',
    permission: 'CoreEdit',
    summary: 'Keeps an address no longer.',
    params: idParams.extend({ macAddress }),
    output: dhcpState,
    errors: ['core_offline', 'core_never_connected', 'core_pairing_revoked', 'core_timeout'],
  }),
  claim: defineCall({
    method: 'POST',
    path: '/api/v1/edges/claim',
    permission: 'public',
    summary:
      'Called by a core: exchanges a one-time code for the right to connect with its own key. 10 attempts a minute per address.',
    body: z.object({
      code: z.string().min(4).max(40),
      publicKey,
      version: z.string().max(40),
      hostname: z.string().max(253),
    }),
    output: z.object({
      edgeId: id,
      organizationId: id,
      name: z.string(),
      /** Keys that sign releases here; a core that has none yet trusts them from then on. */
      releaseKeys: z.array(releaseKey).max(20).default([]),
    }),
    errors: ['claim_code_invalid', 'rate_limited'],
  }),
};
