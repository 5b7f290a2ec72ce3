import type { SyncDifference, SyncOperation, UnsyncedEdge } from '@sightline/contracts/sync-operations/sync-operation';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/http/actor.ts';
import { edgeStateOf } from '../edges/edges.public.ts';
import type { ContentDifference } from './compare-content.ts';
import { mayChangeQueue, mayNameCamera, mayTakeBack } from './sync-operations.policy.ts';
import type { OperationRow, UnsyncedEdgeRow } from './sync-operations.repository.ts';

/** Who reads about the queue of which core. */
export interface QueueReader {
  actor: MemberActor;
  edge: { id: string; entityPath: readonly string[] };
}

function stateOf(row: OperationRow): SyncOperation['state'] {
  if (row.appliedAt !== null) return 'committed';
  if (row.cancelledAt !== null) return 'cancelled';
  return row.publishedAt === null ? 'uncommitted' : 'published';
}

/** The only form in which an operation leaves the server. */
export function presentOperation(row: OperationRow, { actor, edge }: QueueReader): SyncOperation {
  const state = stateOf(row);
  const isOpen = (state === 'uncommitted' || state === 'published') && mayChangeQueue(actor, edge.entityPath);
  const isNewest = row.cancels === null && row.newest === row.sequence;
  return {
    edgeId: edge.id,
    edgeLogId: row.sequence,
    entity: 'camera',
    entityId: row.entityId,
    entityName: mayNameCamera(actor, edge.entityPath, row.entityId) ? row.entityName : null,
    revision: row.revision,
    state,
    publishCount: row.publishCount,
    createdAt: row.createdAt.getTime(),
    publishedAt: row.publishedAt?.getTime() ?? null,
    nextPublishAt: row.nextPublishAt?.getTime() ?? null,
    committedAt: row.appliedAt?.getTime() ?? null,
    cancels: row.cancels,
    can: { retry: isOpen, cancel: isOpen && isNewest && mayTakeBack(actor, edge.entityPath, row), reset: isOpen },
  };
}

/** What is known of the cameras that differ. */
export interface DifferenceFacts {
  names: ReadonlyMap<string, string>;
  /** Of those that the core should not have: the ones that this organization has or had. */
  known: ReadonlySet<string>;
}

/** One difference with the name of what differs. */
export const presentDifference = (
  difference: ContentDifference,
  { names, known }: DifferenceFacts,
  { actor, edge }: QueueReader,
): SyncDifference => {
  const { entityId, kind, cloudRevision, edgeRevision } = difference;
  const canAdopt = kind === 'extra' && !known.has(entityId) && mayAt(actor, 'CameraCreate', edge.entityPath);
  const entityName = mayNameCamera(actor, edge.entityPath, entityId) ? (names.get(entityId) ?? null) : null;
  return { entity: 'camera', entityId, entityName, kind, cloudRevision, edgeRevision, canAdopt };
};

/** One core of the list of those out of sync. */
export const presentUnsyncedEdge = (row: UnsyncedEdgeRow): UnsyncedEdge => ({
  edgeId: row.id,
  name: row.name,
  locationId: row.locationId,
  locationName: row.locationName,
  state: edgeStateOf(row),
  reason: row.isComplete ? 'content' : 'uncommitted',
  uncommitted: row.uncommitted,
  oldestAtUtcMs: row.oldestAt?.getTime() ?? null,
});
