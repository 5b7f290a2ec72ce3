import type { SyncDifference, SyncOperation, UnsyncedEdge } from '@sightline/contracts/sync-operations/sync-operation';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { entityKey, type NamedEntity, type SyncedEntities } from '../../platform/sync/synced-entity.ts';
import { edgeStateOf } from '../edges/edges.public.ts';
import type { ContentDifference } from './compare-content.ts';
import { mayChangeQueue, mayName, mayTakeBack } from './sync-operations.policy.ts';
import type { OperationRow, UnsyncedEdgeRow } from './sync-operations.repository.ts';

/** Who reads about the queue of which core. */
export interface QueueReader {
  actor: MemberActor;
  edge: { id: string; entityPath: readonly string[] };
  entities: SyncedEntities;
  /** Of what is shown, by kind and id. */
  names: ReadonlyMap<string, NamedEntity>;
}

/** What is not known is taken for something at the core. */
function nameOf(
  { actor, edge, entities, names }: QueueReader,
  { entity, entityId }: { entity: string; entityId: string },
): string | null {
  const named = names.get(entityKey(entity, entityId));
  const path = named?.path ?? [...edge.entityPath, entityId];
  return mayName(actor, entities.find(entity), path) ? (named?.name ?? null) : null;
}

function stateOf(row: OperationRow): SyncOperation['state'] {
  if (row.appliedAt !== null) return 'committed';
  if (row.cancelledAt !== null) return 'cancelled';
  return row.publishedAt === null ? 'uncommitted' : 'published';
}

/** The only form in which an operation leaves the server. */
export function presentOperation(row: OperationRow, reader: QueueReader): SyncOperation {
  const { actor, edge, entities } = reader;
  const state = stateOf(row);
  const isOpen = (state === 'uncommitted' || state === 'published') && mayChangeQueue(actor, edge.entityPath);
  const of = { entity: entities.find(row.entity), path: edge.entityPath };
  const isNewest = row.cancels === null && row.newest === row.sequence;
  return {
    edgeId: edge.id,
    edgeLogId: row.sequence,
    entity: row.entity,
    entityId: row.entityId,
    entityName: nameOf(reader, row),
    revision: row.revision,
    state,
    publishCount: row.publishCount,
    createdAt: row.createdAt.getTime(),
    publishedAt: row.publishedAt?.getTime() ?? null,
    nextPublishAt: row.nextPublishAt?.getTime() ?? null,
    committedAt: row.appliedAt?.getTime() ?? null,
    cancels: row.cancels,
    can: { retry: isOpen, cancel: isOpen && isNewest && mayTakeBack(actor, of, row), reset: isOpen },
  };
}

/** One difference with the name of what differs. `isUnknown`: only the core knows it. */
export function presentDifference(
  difference: ContentDifference,
  isUnknown: boolean,
  reader: QueueReader,
): SyncDifference {
  const { entity, entityId, kind, cloudRevision, edgeRevision } = difference;
  const adoption = reader.entities.find(entity)?.adoption;
  const canAdopt =
    isUnknown && adoption !== undefined && mayAt(reader.actor, adoption.permission, reader.edge.entityPath);
  return { entity, entityId, entityName: nameOf(reader, difference), kind, cloudRevision, edgeRevision, canAdopt };
}

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
