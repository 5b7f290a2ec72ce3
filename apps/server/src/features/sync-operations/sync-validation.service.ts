import type { SyncValidation } from '@sightline/contracts/sync-operations/sync-operation';
import type { MemberActor } from '../../platform/http/actor.ts';
import { nobody } from '../../platform/database/changes.ts';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { raiseRevision } from '../cameras/cameras.public.ts';
import {
  addOperation,
  findEdgePlace,
  holdEdge,
  operationsTopic,
  requireEdge,
  type EdgePlace,
} from '../edges/edges.public.ts';
import { compareContent, type ContentDifference, type HeldEntity } from './compare-content.ts';
import { mayChangeQueue } from './sync-operations.policy.ts';
import { presentDifference } from './sync-operations.presenter.ts';
import * as repository from './sync-operations.repository.ts';
import type { SyncQueueParts } from './sync-operations.service.ts';

const maxDifferences = 500;

/** Comparing a core with what is wanted of it. */
export type SyncValidationService = ReturnType<typeof createSyncValidationService>;

/** Asks cores what they hold, tells the difference and repairs it. */
export function createSyncValidationService(parts: SyncQueueParts) {
  return {
    validate: (actor: MemberActor, edgeId: string): Promise<SyncValidation> => validate(parts, actor, edgeId),
    repair: (actor: MemberActor, edgeId: string): Promise<{ operations: number }> => repair(parts, actor, edgeId),
  };
}

/** What a core holds, and how far it was told to go when it was asked. */
interface Held {
  lastOperation: number;
  wantedOperation: number;
  entities: (HeldEntity & { name?: string | undefined })[];
}

const named = ({ id, name }: { id: string; name: string }): [string, string] => [id, name];

async function ask(
  parts: SyncQueueParts,
  actor: MemberActor,
  want: { edgeId: string; permission: Permission },
): Promise<{ edge: EdgePlace; held: Held }> {
  const { organizationId } = actor;
  const { edgeId, permission } = want;
  const { edge, wanted } = await parts.database.withOrganization(organizationId, async (trx) => ({
    edge: requireEdge(actor, await findEdgePlace(trx, organizationId, edgeId), permission),
    wanted: await repository.wantedContent(trx, { organizationId, edgeId }),
  }));
  const content = await parts.edges.request({ organizationId, edgeId, command: 'sync.content', body: {} });
  return { edge, held: { ...content, wantedOperation: wanted.lastOperation } };
}

async function validate(parts: SyncQueueParts, actor: MemberActor, edgeId: string): Promise<SyncValidation> {
  const { organizationId } = actor;
  const { edge, held } = await ask(parts, actor, { edgeId, permission: 'CoreView' });
  return parts.changes.run({ organizationId, by: nobody }, async (work) => {
    const place = { organizationId, edgeId };
    const wanted = await repository.wantedContent(work.trx, place);
    const uncommitted = await repository.countOpen(work.trx, place);
    const differences = compareContent(wanted.cameras, held.entities).slice(0, maxDifferences);
    const matches = differences.length === 0;
    // Only an answer about the same state of things says something lasting.
    const isSettled = wanted.lastOperation === held.wantedOperation && held.lastOperation === wanted.lastOperation;
    if (isSettled && (await repository.storeContentMatches(work.trx, place, matches)))
      await work.announce({ kind: 'edges.changed', edgeId, locationId: edge.locationId });
    const names = new Map([
      ...held.entities.flatMap(({ id, name }): [string, string][] => (name ? [[id, name]] : [])),
      ...wanted.cameras.map(named),
    ]);
    const extra = differences.filter(({ kind }) => kind === 'extra').map(({ entityId }) => entityId);
    const known = await repository.knownCameras(work.trx, organizationId, extra);
    return {
      edgeId,
      isSync: matches && uncommitted === 0,
      uncommitted,
      differences: differences.map((difference) => presentDifference(difference, { names, known }, { actor, edge })),
      canRepair: !matches && mayChangeQueue(actor, edge.entityPath),
    };
  });
}

async function repair(parts: SyncQueueParts, actor: MemberActor, edgeId: string): Promise<{ operations: number }> {
  const { organizationId } = actor;
  const { held } = await ask(parts, actor, { edgeId, permission: 'CoreEdit' });
  return parts.changes.run({ organizationId, by: actor }, async (work) => {
    const place = { organizationId, edgeId };
    const edge = requireEdge(actor, await holdEdge(work.trx, organizationId, edgeId), 'CoreEdit');
    const differences = compareContent((await repository.wantedContent(work.trx, place)).cameras, held.entities).slice(
      0,
      maxDifferences,
    );
    for (const { entityId, kind, heldRevision } of differences) {
      const revision = await revisionPast(kind, heldRevision, () =>
        raiseRevision(work.trx, { ...place, cameraId: entityId }, heldRevision),
      );
      await addOperation(work.trx, place, { entity: 'camera', entityId, revision });
    }
    await work.audit({
      action: 'core.sync.repair',
      entityKind: 'edge',
      entityId: edgeId,
      data: { operations: differences.length },
    });
    await work.announce({ kind: 'edges.changed', edgeId, locationId: edge.locationId });
    work.afterCommit(() => parts.bus.publish(operationsTopic, { edgeId }));
    return { operations: differences.length };
  });
}

/** A revision that the core takes for newer than what it holds. */
const revisionPast = async (
  kind: ContentDifference['kind'],
  heldRevision: number,
  raise: () => Promise<number | undefined>,
): Promise<number> => (kind === 'extra' ? undefined : await raise()) ?? heldRevision + 1;
