import { z } from 'zod';
import { edgeState } from '../edges/edge.ts';
import { defineCall } from '../shared/call.ts';
import { syncedKindName } from '../link/link-operations.ts';
import { id } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { organizationSync, syncOperation, syncValidation, unsyncedEdge } from './sync-operation.ts';

const ofEdge = z.object({ edgeId: id });
const operationKey = z.object({ edgeId: id, edgeLogId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

export const syncOperationsCalls = {
  lastCommitted: defineCall({
    method: 'GET',
    path: '/api/v1/sync-operations/last-committed',
    permission: 'CoreView',
    summary: 'Answers the newest operation that a core has acknowledged, or null.',
    query: ofEdge,
    output: z.object({ operation: syncOperation.nullable() }),
  }),
  next: defineCall({
    method: 'GET',
    path: '/api/v1/sync-operations/next',
    permission: 'CoreView',
    summary: 'Lists the operations that a core has not acknowledged, in their order.',
    query: pageQuery.extend(ofEdge.shape),
    output: listOf(syncOperation),
  }),
  publish: defineCall({
    method: 'POST',
    path: '/api/v1/sync-operations/publish',
    permission: 'CoreEdit',
    summary: 'Retries an uncommitted operation: sends it at once, or as soon as the core is back.',
    body: operationKey,
    output: syncOperation,
    errors: ['operation_committed', 'conflict'],
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/v1/sync-operations/cancel',
    permission: 'CoreEdit',
    summary:
      'Takes an uncommitted operation back by an operation that brings the entity to what it was before. Answers the cancelled one.',
    body: operationKey,
    output: syncOperation,
    errors: [
      'operation_committed',
      'operation_superseded',
      'operation_not_kept',
      'operation_shared',
      'camera_duplicate',
      'conflict',
      'privacy_needs_originals',
      'privacy_device_unknown',
    ],
  }),
  resetPublishCounter: defineCall({
    method: 'POST',
    path: '/api/v1/sync-operations/reset-publish-counter',
    permission: 'CoreEdit',
    summary:
      'Sets the publish counter of an uncommitted operation to zero, so that waiting between retries begins anew.',
    body: operationKey,
    output: syncOperation,
    errors: ['operation_committed', 'conflict'],
  }),
  organization: defineCall({
    method: 'GET',
    path: '/api/v1/sync-operations/organization',
    permission: 'CoreView',
    summary: 'Counts the cores that the caller may see and that are in sync, and what waits for the others.',
    output: organizationSync,
  }),
  validate: defineCall({
    method: 'GET',
    path: '/api/v1/sync-operations/validate',
    permission: 'CoreView',
    summary:
      'Asks a core what it holds and compares it with what is wanted, entity by entity; at most 500 differences.',
    query: ofEdge,
    output: syncValidation,
    errors: ['core_offline', 'core_never_connected', 'core_pairing_revoked', 'core_timeout', 'link_message_invalid'],
  }),
  repair: defineCall({
    method: 'POST',
    path: '/api/v1/sync-operations/repair',
    permission: 'CoreEdit',
    summary: 'Compares as `validate` does and writes an operation for every entity that differs. Answers how many.',
    body: ofEdge,
    output: z.object({ operations: z.number().int().min(0) }),
    errors: ['core_offline', 'core_never_connected', 'core_pairing_revoked', 'core_timeout', 'link_message_invalid'],
  }),
  adopt: defineCall({
    method: 'POST',
    path: '/api/v1/sync-operations/adopt',
    permission: 'CameraCreate',
    summary:
      'Takes a camera over that only its core knows, under its own id: its footage, and what the core said of it since, belong to it again.',
    body: ofEdge.extend({ entity: syncedKindName.default('camera'), entityId: id }),
    output: z.object({ cameraId: id }),
    errors: [
      'core_offline',
      'core_never_connected',
      'core_pairing_revoked',
      'core_timeout',
      'link_message_invalid',
      'camera_not_ready',
      'camera_duplicate',
      'conflict',
      'organization_switch_off',
      'privacy_needs_originals',
      'privacy_device_unknown',
    ],
  }),
  unsyncedEdges: defineCall({
    method: 'POST',
    path: '/api/v1/sync-operations/unsynced-edges',
    permission: 'CoreView',
    summary: 'Lists the cores that are not in sync, by name; absent filters do not filter.',
    body: pageQuery.extend({
      search: z.string().max(120).optional(),
      locationId: id.optional().describe('the location itself and what is below it'),
      states: z.array(edgeState).min(1).max(4).optional(),
    }),
    output: listOf(unsyncedEdge),
  }),
};
