import type {
  OrganizationSync,
  SyncOperation,
  UnsyncedEdge,
} from '@sightline/contracts/sync-operations/sync-operation';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, ChangeWork, AuditActionOf } from '../../platform/database/changes.ts';
import { isDuplicate, type Database, type Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/http/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { requireOtherDeviceBack, takeBackCamera } from '../cameras/cameras.public.ts';
import {
  addOperation,
  findEdgePlace,
  holdEdge,
  operationsTopic,
  requireEdge,
  type EdgePlace,
} from '../edges/edges.public.ts';
import { requireOpen, visibleQueues } from './sync-operations.policy.ts';
import { presentOperation, presentUnsyncedEdge } from './sync-operations.presenter.ts';
import * as repository from './sync-operations.repository.ts';
import type { OperationRow, QueuePlace, UnsyncedFilter } from './sync-operations.repository.ts';

/** What the sync queue needs from the rest of the server. */
export interface SyncQueueParts {
  database: Database;
  changes: Changes;
  bus: Bus;
  clock: Clock;
  edges: EdgeCommands;
}

interface OperationKey {
  edgeId: string;
  edgeLogId: number;
}

interface PageQuery {
  limit: number;
  cursor?: string | undefined;
}

/** The operations of cores that are on their way. */
export type SyncOperationsService = ReturnType<typeof createSyncOperationsService>;

/** The sync queue as people see and change it; sending is the link's, comparing is in `sync-validation.service.ts`. */
export function createSyncOperationsService(parts: SyncQueueParts) {
  const { database } = parts;
  const read = <T>(actor: MemberActor, edgeId: string, work: (trx: Work, edge: EdgePlace) => Promise<T>): Promise<T> =>
    database.withOrganization(actor.organizationId, async (trx) =>
      work(trx, requireEdge(actor, await findEdgePlace(trx, actor.organizationId, edgeId), 'CoreView')),
    );
  return {
    lastCommitted: (actor: MemberActor, edgeId: string): Promise<{ operation: SyncOperation | null }> =>
      read(actor, edgeId, async (trx, edge) => {
        const row = await repository.lastCommitted(trx, { organizationId: actor.organizationId, edgeId });
        return { operation: row ? presentOperation(row, { actor, edge }) : null };
      }),
    next: (actor: MemberActor, { edgeId, ...query }: PageQuery & { edgeId: string }): Promise<Page<SyncOperation>> =>
      read(actor, edgeId, async (trx, edge) => {
        const page = await repository.listOpen(
          trx,
          { organizationId: actor.organizationId, edgeId },
          pageRequest(query),
        );
        return { ...page, items: page.items.map((row) => presentOperation(row, { actor, edge })) };
      }),
    organization: (actor: MemberActor): Promise<OrganizationSync> =>
      database.withOrganization(actor.organizationId, (trx) =>
        repository.countInSync(trx, { organizationId: actor.organizationId, scope: visibleQueues(actor) }),
      ),
    unsyncedEdges: (actor: MemberActor, query: PageQuery & UnsyncedFilter): Promise<Page<UnsyncedEdge>> =>
      database.withOrganization(actor.organizationId, (trx) => unsyncedEdges(trx, actor, query)),
    publish: (actor: MemberActor, key: OperationKey): Promise<SyncOperation> =>
      changeOperation(parts, { actor, key, action: 'core.sync.retry' }, retry),
    resetPublishCounter: (actor: MemberActor, key: OperationKey): Promise<SyncOperation> =>
      changeOperation(parts, { actor, key, action: 'core.sync.reset' }, async (task) => {
        await repository.resetCounter(task.work.trx, task.place, task.operation.sequence);
        await retry(task);
      }),
    cancel: async (actor: MemberActor, key: OperationKey): Promise<SyncOperation> => {
      await requireKnownDevice(parts, actor, key);
      return changeOperation(parts, { actor, key, action: 'core.sync.cancel' }, cancel).catch((error: unknown) => {
        if (isDuplicate(error, 'camera_streams_address')) throw new AppError('camera_duplicate', {}, { cause: error });
        throw error;
      });
    },
  };
}

async function unsyncedEdges(
  trx: Work,
  actor: MemberActor,
  { search, locationId, states, ...query }: PageQuery & UnsyncedFilter,
): Promise<Page<UnsyncedEdge>> {
  const place = { organizationId: actor.organizationId, scope: visibleQueues(actor) };
  const page = await repository.listUnsynced(trx, place, { ...pageRequest(query), search, locationId, states });
  return { ...page, items: page.items.map(presentUnsyncedEdge) };
}

interface OperationTask {
  actor: MemberActor;
  work: ChangeWork;
  place: QueuePlace;
  operation: OperationRow;
  at: Date;
}

interface OperationChange {
  actor: MemberActor;
  key: OperationKey;
  action: AuditActionOf<'edge'>;
}

/** Everything that may be done with an operation is done while its core is held, as long as the core has not committed it. */
function changeOperation(
  { changes, clock, bus }: SyncQueueParts,
  { actor, key, action }: OperationChange,
  act: (task: OperationTask) => Promise<void>,
): Promise<SyncOperation> {
  const { organizationId } = actor;
  const { edgeId, edgeLogId } = key;
  return changes.run({ organizationId, by: actor }, async (work) => {
    const place = { organizationId, edgeId };
    const edge = requireEdge(actor, await holdEdge(work.trx, organizationId, edgeId), 'CoreEdit');
    const operation = requireOpen(await repository.findOperation(work.trx, place, edgeLogId));
    await act({ actor, work, place, operation, at: new Date(clock()) });
    await work.audit({
      action,
      entityKind: 'edge',
      entityId: edgeId,
      data: { edgeLogId, cameraId: operation.entityId, revision: operation.revision },
    });
    await work.announce({ kind: 'edges.changed', edgeId, locationId: edge.locationId });
    work.afterCommit(() => bus.publish(operationsTopic, { edgeId }));
    const changed = await repository.findOperation(work.trx, place, edgeLogId);
    return presentOperation(changed ?? operation, { actor, edge });
  });
}

const retry = ({ work, place, operation, at }: OperationTask): Promise<void> =>
  repository.makeDue(work.trx, place, { entityId: operation.entityId, at });

/** What an operation is taken back to, and the camera it is about. */
async function targetOf(
  trx: Work,
  place: QueuePlace,
  operation: OperationRow,
): Promise<{ edgeId: string; cameraId: string; from: number | null }> {
  if (operation.cancels !== null) throw new AppError('conflict');
  if (operation.newest !== operation.sequence) throw new AppError('operation_superseded');
  const { entityId: cameraId, sequence, revision } = operation;
  const before = await repository.operationBefore(trx, place, { sequence, entityId: cameraId });
  const isCreation = before === undefined && revision === 1;
  if (!operation.hasContent || (!isCreation && (before?.hasContent !== true || before.isSame)))
    throw new AppError('operation_not_kept');
  return { edgeId: place.edgeId, cameraId, from: before?.sequence ?? null };
}

/** Cores are not asked while a change is under way. Every later change of the camera ends the one that was looked at. */
async function requireKnownDevice(
  parts: SyncQueueParts,
  actor: MemberActor,
  { edgeId, edgeLogId }: OperationKey,
): Promise<void> {
  const { organizationId } = actor;
  const place = { organizationId, edgeId };
  const target = await parts.database.withOrganization(organizationId, async (trx) => {
    requireEdge(actor, await findEdgePlace(trx, organizationId, edgeId), 'CoreEdit');
    return targetOf(trx, place, requireOpen(await repository.findOperation(trx, place, edgeLogId)));
  });
  await requireOtherDeviceBack(parts, actor, target);
}

/** An operation that may have been sent cannot be unsaid: a further one brings the camera back to what it was. */
async function cancel({ actor, work, place, operation, at }: OperationTask): Promise<void> {
  const target = await targetOf(work.trx, place, operation);
  const restored = await takeBackCamera(work.trx, actor, target);
  const { cameraId } = target;
  const { sequence } = operation;
  await repository.markCancelled(work.trx, place, { sequence, at });
  await addOperation(work.trx, place, {
    entity: 'camera',
    entityId: cameraId,
    revision: restored.revision,
    cancels: sequence,
  });
  const { locationId } = restored;
  await work.announce(
    restored.isDeleted
      ? { kind: 'cameras.removed', cameraId, locationId }
      : { kind: 'cameras.changed', cameraId, locationId, revision: restored.revision },
  );
}
