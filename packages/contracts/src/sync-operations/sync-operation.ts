import { z } from 'zod';
import { edgeState } from '../edges/edge.ts';
import { syncedKindName } from '../link/link-operations.ts';
import { id, utcMs } from '../shared/ids.ts';

/** `uncommitted`: waits to be sent. `published`: sent, not acknowledged. `committed`: the core has it. `cancelled`: taken back before. */
export const syncOperationState = z.enum(['uncommitted', 'published', 'committed', 'cancelled']);

/** "This entity reaches this revision" for one core. */
export const syncOperation = z.object({
  edgeId: id,
  /** Number of the operation on its core; rises by one. After a restore from an older copy the numbers that the core had applied already stay unused. */
  edgeLogId: z.number().int().min(1),
  /** Name of its kind; kinds are added. */
  entity: syncedKindName,
  entityId: id,
  /** Null when the caller may not see the entity. */
  entityName: z.string().nullable(),
  revision: z.number().int().min(1),
  state: syncOperationState,
  /** How often it was sent since it was made or its counter was reset. */
  publishCount: z.number().int().min(0),
  createdAt: utcMs,
  publishedAt: utcMs.nullable(),
  /** When it is sent again unless the core answers before; null: with the next sending. */
  nextPublishAt: utcMs.nullable(),
  committedAt: utcMs.nullable(),
  /** Number of the operation that this one takes back. */
  cancels: z.number().int().nullable(),
  can: z.object({ retry: z.boolean(), cancel: z.boolean(), reset: z.boolean() }),
});

/** How a core differs from what is wanted. `missing`: not on the core; `extra`: only there; `other`: another revision. */
export const syncDifferenceKind = z.enum(['missing', 'extra', 'other']);

/** One entity that a core has otherwise than it is wanted. Revisions are null where the entity is not. */
export const syncDifference = z.object({
  /** Name of its kind; kinds are added. */
  entity: syncedKindName,
  entityId: id,
  entityName: z.string().nullable(),
  kind: syncDifferenceKind,
  cloudRevision: z.number().int().nullable(),
  edgeRevision: z.number().int().nullable(),
  /** Only the core knows it, and the caller may have it taken over. */
  canAdopt: z.boolean(),
});

/** What asking a core came to. `isSync`: nothing waits and nothing differs. */
export const syncValidation = z.object({
  edgeId: id,
  isSync: z.boolean(),
  uncommitted: z.number().int().min(0),
  differences: z.array(syncDifference),
  canRepair: z.boolean(),
});

/** How many of the cores that the caller may see are in sync. */
export const organizationSync = z.object({
  edges: z.number().int().min(0),
  inSync: z.number().int().min(0),
  outOfSync: z.number().int().min(0),
  uncommitted: z.number().int().min(0).describe('operations of all these cores'),
});

/** A core that is not in sync, and why. `content`: it applied everything and still holds something else. */
export const unsyncedEdge = z.object({
  edgeId: id,
  name: z.string(),
  locationId: id,
  locationName: z.string(),
  state: edgeState,
  reason: z.enum(['uncommitted', 'content']),
  uncommitted: z.number().int().min(0),
  oldestAtUtcMs: utcMs.nullable(),
});

export type SyncOperation = z.infer<typeof syncOperation>;
export type SyncDifference = z.infer<typeof syncDifference>;
export type SyncValidation = z.infer<typeof syncValidation>;
export type OrganizationSync = z.infer<typeof organizationSync>;
export type UnsyncedEdge = z.infer<typeof unsyncedEdge>;
