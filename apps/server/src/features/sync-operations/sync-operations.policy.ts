import { AppError } from '@sightline/contracts/shared/errors';
import type { Scope } from '@sightline/domain/permissions/grant';
import { mayAt, scopeFor } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { SyncedEntity } from '../../platform/sync/synced-entity.ts';
import type { OperationRow } from './sync-operations.repository.ts';

/** Cores whose queue the actor may see. */
export const visibleQueues = (actor: MemberActor): Scope => scopeFor(actor, 'CoreView');

/** Whether the actor may change the queue of a core. */
export const mayChangeQueue = (actor: MemberActor, edgePath: readonly string[]): boolean =>
  mayAt(actor, 'CoreEdit', edgePath);

/** Whether the actor may read the name of an entity; `path`: where it is. */
export const mayName = (actor: MemberActor, entity: SyncedEntity | undefined, path: readonly string[]): boolean =>
  entity !== undefined && (entity.sight === undefined || mayAt(actor, entity.sight, path));

/** Whether the actor may take back what an operation says, where they may change the queue. */
export const mayTakeBack = (
  actor: MemberActor,
  { entity, path }: { entity: SyncedEntity | undefined; path: readonly string[] },
  operation: OperationRow,
): boolean =>
  entity?.takeBack?.may(actor, { path, entityId: operation.entityId, isCreation: operation.revision === 1 }) === true;

/** The operation itself while something can still be done about it; `operation_committed` or `conflict` (cancelled) otherwise. */
export function requireOpen(operation: OperationRow | undefined): OperationRow {
  if (!operation) throw new AppError('not_found');
  if (operation.appliedAt !== null) throw new AppError('operation_committed');
  if (operation.cancelledAt !== null) throw new AppError('conflict');
  return operation;
}
