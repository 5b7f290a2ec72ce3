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
import type { Database, Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import type { SyncedEntities, SyncedEntity, TakenBack } from '../../platform/sync/synced-entity.ts';
import { findEdgeRef, holdEdge, operationsTopic, requireEdge, type EdgeRef } from '../edges/edges.public.ts';
import { requireOpen, visibleQueues } from './sync-operations.policy.ts';
import { presentOperation, presentUnsyncedEdge } from './sync-operations.presenter.ts';
import * as repository from './sync-operations.repository.ts';
import type { OperationRow, QueuePlace, UnsyncedFilter } from './sync-operations.repository.ts';

/** What the sync queue needs from the rest of the server. */
export interface SyncQueueDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  clock: Clock;
  edges: EdgeCommands;
  entities: SyncedEntities;
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
export function createSyncOperationsService(deps: SyncQueueDeps) {
  const { database } = deps;
  const read = <T>(actor: MemberActor, edgeId: string, work: (trx: Work, edge: EdgeRef) => Promise<T>): Promise<T> =>
    database.withOrganization(actor.organizationId, async (trx) =>
      work(trx, requireEdge(actor, await findEdgeRef(trx, actor.organizationId, edgeId), 'CoreView')),
    );
  return {
    lastCommitted: (actor: MemberActor, edgeId: string): Promise<{ operation: SyncOperation | null }> =>
      read(actor, edgeId, async (trx, edge) => {
        const row = await repository.lastCommitted(trx, { organizationId: actor.organizationId, edgeId });
        const [operation = null] = row ? await present(deps, trx, { actor, edge, rows: [row] }) : [];
        return { operation };
      }),
    next: (actor: MemberActor, { edgeId, ...query }: PageQuery & { edgeId: string }): Promise<Page<SyncOperation>> =>
      read(actor, edgeId, async (trx, edge) => {
        const page = await repository.listOpen(
          trx,
          { organizationId: actor.organizationId, edgeId },
          pageRequest(query),
        );
        return { ...page, items: await present(deps, trx, { actor, edge, rows: page.items }) };
      }),
    organization: (actor: MemberActor): Promise<OrganizationSync> =>
      database.withOrganization(actor.organizationId, (trx) =>
        repository.countInSync(trx, { organizationId: actor.organizationId, scope: visibleQueues(actor) }),
      ),
    unsyncedEdges: (actor: MemberActor, query: PageQuery & UnsyncedFilter): Promise<Page<UnsyncedEdge>> =>
      database.withOrganization(actor.organizationId, (trx) => unsyncedEdges(trx, actor, query)),
    publish: (actor: MemberActor, key: OperationKey): Promise<SyncOperation> =>
      changeOperation(deps, { actor, key, action: 'core.sync.retry' }, retry),
    resetPublishCounter: (actor: MemberActor, key: OperationKey): Promise<SyncOperation> =>
      changeOperation(deps, { actor, key, action: 'core.sync.reset' }, async (task) => {
        await repository.resetCounter(task.work.trx, task.place, task.operation.sequence);
        await retry(task);
      }),
    cancel: async (actor: MemberActor, key: OperationKey): Promise<SyncOperation> => {
      await prepareCancel(deps, actor, key);
      return changeOperation(deps, { actor, key, action: 'core.sync.cancel' }, (task) => cancel(deps, task));
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

/** The only form in which operations leave the server: with the names that the actor may read. */
async function present(
  { entities }: SyncQueueDeps,
  trx: Work,
  { actor, edge, rows }: { actor: MemberActor; edge: EdgeRef; rows: readonly OperationRow[] },
): Promise<SyncOperation[]> {
  const names = await entities.named(trx, actor.organizationId, rows);
  return rows.map((row) => presentOperation(row, { actor, edge, entities, names }));
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
  deps: SyncQueueDeps,
  { actor, key, action }: OperationChange,
  act: (task: OperationTask) => Promise<void>,
): Promise<SyncOperation> {
  const { organizationId } = actor;
  const { edgeId, edgeLogId } = key;
  const { changes, clock, bus } = deps;
  return changes.run({ organizationId, by: actor }, async (work) => {
    const place = { organizationId, edgeId };
    const edge = requireEdge(actor, await holdEdge(work.trx, organizationId, edgeId), 'CoreEdit');
    const operation = requireOpen(await repository.findOperation(work.trx, place, edgeLogId));
    await act({ actor, work, place, operation, at: new Date(clock()) });
    await work.audit({
      action,
      entityKind: 'edge',
      entityId: edgeId,
      data: { edgeLogId, entity: operation.entity, entityId: operation.entityId, revision: operation.revision },
    });
    await work.announce({ kind: 'edges.changed', edgeId, locationId: edge.locationId });
    work.afterCommit(() => bus.publish(operationsTopic, { edgeId }));
    const changed = (await repository.findOperation(work.trx, place, edgeLogId)) ?? operation;
    const [presented] = await present(deps, work.trx, { actor, edge, rows: [changed] });
    if (!presented) throw new AppError('not_found');
    return presented;
  });
}

const retry = ({ work, place, operation, at }: OperationTask): Promise<void> =>
  repository.makeDue(work.trx, place, { entity: operation.entity, entityId: operation.entityId, at });

/** What an operation is taken back to, and how that is done with its kind. */
async function targetOf(
  { entities }: SyncQueueDeps,
  trx: Work,
  { place, operation }: { place: QueuePlace; operation: OperationRow },
): Promise<{ target: TakenBack; takeBack: NonNullable<SyncedEntity['takeBack']> }> {
  const { entity, entityId, sequence, revision } = operation;
  // What many cores are told alike is changed where people set it, for all of them.
  const takeBack = entities.find(entity)?.takeBack;
  if (!takeBack) throw new AppError('operation_shared');
  if (operation.cancels !== null) throw new AppError('conflict');
  if (operation.newest !== sequence) throw new AppError('operation_superseded');
  const before = await repository.operationBefore(trx, place, { sequence, entity, entityId });
  const isCreation = before === undefined && revision === 1;
  if (!operation.hasContent || (!isCreation && (before?.hasContent !== true || before.isSame)))
    throw new AppError('operation_not_kept');
  return { target: { edgeId: place.edgeId, entityId, sequence, from: before?.sequence ?? null }, takeBack };
}

/** Cores are not asked while a change is under way. Every later change of the entity ends the one that was looked at. */
async function prepareCancel(
  deps: SyncQueueDeps,
  actor: MemberActor,
  { edgeId, edgeLogId }: OperationKey,
): Promise<void> {
  const { organizationId } = actor;
  const place = { organizationId, edgeId };
  const { target, takeBack } = await deps.database.withOrganization(organizationId, async (trx) => {
    requireEdge(actor, await findEdgeRef(trx, organizationId, edgeId), 'CoreEdit');
    const operation = requireOpen(await repository.findOperation(trx, place, edgeLogId));
    return targetOf(deps, trx, { place, operation });
  });
  await takeBack.prepare(actor, target);
}

/** An operation that may have been sent cannot be unsaid: a further one brings the entity back to what it was. */
async function cancel(deps: SyncQueueDeps, { actor, work, place, operation, at }: OperationTask): Promise<void> {
  const { target, takeBack } = await targetOf(deps, work.trx, { place, operation });
  await repository.markCancelled(work.trx, place, { sequence: operation.sequence, at });
  await takeBack.perform(work, actor, target);
}
