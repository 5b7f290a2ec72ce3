import type { SyncValidation } from '@sightline/contracts/sync-operations/sync-operation';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { nobody } from '../../platform/database/changes.ts';
import type { Permission } from '@sightline/contracts/shared/permissions';
import type { Work } from '../../platform/database/database.ts';
import { entityKey, type NamedEntity } from '../../platform/sync/synced-entity.ts';
import { findEdgeRef, holdEdge, operationsTopic, requireEdge, type EdgeRef } from '../edges/edges.public.ts';
import type { ContentDifference } from './compare-content.ts';
import { compareWith, type HeldContent } from './sync-differences.ts';
import { notifyAnew } from './sync-kinds.service.ts';
import { mayChangeQueue } from './sync-operations.policy.ts';
import { presentDifference } from './sync-operations.presenter.ts';
import * as repository from './sync-operations.repository.ts';
import type { SyncQueueDeps } from './sync-operations.service.ts';

const maxDifferences = 500;

/** Comparing a core with what is wanted of it. */
export type SyncValidationService = ReturnType<typeof createSyncValidationService>;

/** Asks cores what they hold, tells the difference and repairs it. */
export function createSyncValidationService(deps: SyncQueueDeps) {
  return {
    validate: (actor: MemberActor, edgeId: string): Promise<SyncValidation> => validate(deps, actor, edgeId),
    repair: (actor: MemberActor, edgeId: string): Promise<{ operations: number }> => repair(deps, actor, edgeId),
  };
}

/** What a core holds, and how far it was told to go when it was asked. */
interface Held {
  content: HeldContent;
  wantedOperation: number;
}

async function ask(
  deps: SyncQueueDeps,
  actor: MemberActor,
  want: { edgeId: string; permission: Permission },
): Promise<{ edge: EdgeRef; held: Held }> {
  const { organizationId } = actor;
  const { edgeId, permission } = want;
  const { edge, wantedOperation } = await deps.database.withOrganization(organizationId, async (trx) => ({
    edge: requireEdge(actor, await findEdgeRef(trx, organizationId, edgeId), permission),
    wantedOperation: (await repository.queueState(trx, { organizationId, edgeId })).lastOperation,
  }));
  const content = await deps.edges.request({ organizationId, edgeId, command: 'sync.content', body: {} });
  return { edge, held: { content, wantedOperation } };
}

async function validate(deps: SyncQueueDeps, actor: MemberActor, edgeId: string): Promise<SyncValidation> {
  const { organizationId } = actor;
  const { edge, held } = await ask(deps, actor, { edgeId, permission: 'CoreView' });
  return deps.changes.run({ organizationId, by: nobody }, async (work) => {
    const place = { organizationId, edgeId };
    const { core, lastOperation } = await repository.queueState(work.trx, place);
    const uncommitted = await repository.countOpen(work.trx, place);
    const found = await compareWith(deps.entities, work.trx, { core, held: held.content });
    const differences = found.differences.slice(0, maxDifferences);
    const matches = differences.length === 0;
    // Only an answer about the same state of things says something lasting.
    const isSettled = lastOperation === held.wantedOperation && held.content.lastOperation === lastOperation;
    if (isSettled && (await repository.storeContentMatches(work.trx, place, matches)))
      await work.announce({ kind: 'edges.changed', edgeId, locationId: edge.locationId });
    const names = await namesOf(deps, work.trx, { edge, held: held.content, organizationId, differences });
    const reader = { actor, edge, entities: deps.entities, names };
    return {
      edgeId,
      isSync: matches && uncommitted === 0,
      uncommitted,
      differences: differences.map((difference) =>
        presentDifference(difference, found.unknown.has(entityKey(difference.entity, difference.entityId)), reader),
      ),
      canRepair: !matches && mayChangeQueue(actor, edge.entityPath),
    };
  });
}

/** Names as this server has them, else as the core says them: of something at the core. */
async function namesOf(
  { entities }: SyncQueueDeps,
  trx: Work,
  of: { edge: EdgeRef; held: HeldContent; organizationId: string; differences: readonly ContentDifference[] },
): Promise<Map<string, NamedEntity>> {
  const { edge, held, organizationId, differences } = of;
  const said = held.entities.flatMap(({ kind, id, name }): [string, NamedEntity][] =>
    name === undefined ? [] : [[entityKey(kind, id), { name, path: [...edge.entityPath, id] }]],
  );
  return new Map([...said, ...(await entities.named(trx, organizationId, differences))]);
}

async function repair(deps: SyncQueueDeps, actor: MemberActor, edgeId: string): Promise<{ operations: number }> {
  const { organizationId } = actor;
  const { held } = await ask(deps, actor, { edgeId, permission: 'CoreEdit' });
  return deps.changes.run({ organizationId, by: actor }, async (work) => {
    const place = { organizationId, edgeId };
    const edge = requireEdge(actor, await holdEdge(work.trx, organizationId, edgeId), 'CoreEdit');
    const { core } = await repository.queueState(work.trx, place);
    const found = await compareWith(deps.entities, work.trx, { core, held: held.content });
    const differences = found.differences.slice(0, maxDifferences);
    for (const { entity: kind, entityId, heldRevision: past } of differences) {
      const entity = deps.entities.find(kind);
      if (entity) await notifyAnew(work.trx, place, { entity, entityId, past });
    }
    await work.audit({
      action: 'core.sync.repair',
      entityKind: 'edge',
      entityId: edgeId,
      data: { operations: differences.length },
    });
    await work.announce({ kind: 'edges.changed', edgeId, locationId: edge.locationId });
    work.afterCommit(() => deps.bus.publish(operationsTopic, { edgeId }));
    return { operations: differences.length };
  });
}
