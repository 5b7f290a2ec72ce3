import type { EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes, type ChangeWork } from '../../platform/database/changes.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { forgetReports, raiseRevision } from '../cameras/cameras.public.ts';
import { addNotice, addOperation, holdEdge, noteUnknownCamera, operationsTopic } from '../edges/edges.public.ts';
import { compareContent, type ContentDifference } from './compare-content.ts';
import * as repository from './sync-operations.repository.ts';
import type { QueuePlace } from './sync-operations.repository.ts';

/** What putting cores right needs from the rest of the server. */
export interface SelfRepairParts {
  changes: Changes;
  bus: Bus;
  clock: Clock;
  edges: EdgeCommands;
  /** The status of these cameras follows from something else now. */
  camerasReported: (
    work: ChangeWork,
    from: { organizationId: string; receivedAt: Date },
    cameraIds: Iterable<string>,
  ) => Promise<void>;
}

/** The most that a notice tells of. */
const detailCharacters = 480;

/** Asks a core what it holds and puts right what differs, without anybody having to ask. */
export type SelfRepair = (place: QueuePlace) => Promise<void>;

/**
 * For a core whose content is not what is wanted: after this server was brought back from an older copy, or the core from one. A camera that is
 * wanted is told anew, past what the core holds. One that only the core has, and nobody here ever deleted or moved, goes on recording:
 * it is told of, and people decide.
 */
export function createSelfRepair(parts: SelfRepairParts): SelfRepair {
  return async (place) => {
    const held = await parts.edges.request({ ...place, command: 'sync.content', body: {} });
    await parts.changes.run({ organizationId: place.organizationId, by: nobody }, (work) =>
      putRight(parts, { work, place, held }),
    );
  };
}

type Held = EdgeCommandOutput<'sync.content'>;

interface Task {
  work: ChangeWork;
  place: QueuePlace;
  held: Held;
}

async function putRight(parts: SelfRepairParts, task: Task): Promise<void> {
  const { work, place, held } = task;
  const at = new Date(parts.clock());
  const edge = await holdEdge(work.trx, place.organizationId, place.edgeId);
  if (!edge) return;
  const { cameras, isOtherHistory } = await repository.wantedContent(work.trx, place);
  const differences = compareContent(cameras, held.entities);
  const known = await repository.knownCameras(
    work.trx,
    place.organizationId,
    differences.filter(({ kind }) => kind === 'extra').map(({ entityId }) => entityId),
  );
  const unknown = differences.filter(({ kind, entityId }) => kind === 'extra' && !known.has(entityId));
  const wrong = differences.filter((difference) => !unknown.includes(difference));
  // Under one number two servers may have said two things: which of them the core has, its revision does not tell.
  const told = isOtherHistory ? [...wrong, ...alike(cameras, differences)] : wrong;
  await repository.continueAfter(work.trx, place, held.lastOperation);
  for (const difference of told) await tellAnew(task, difference);
  const lost = wrong.filter(({ kind }) => kind === 'missing').map(({ entityId }) => entityId);
  await forgetReports(work.trx, place.organizationId, lost);
  await parts.camerasReported(work, { organizationId: place.organizationId, receivedAt: at }, lost);
  await repository.noteCompared(work.trx, place, { contentMatches: differences.length === 0 && told.length === 0 });
  const names = new Map(cameras.map(({ id, name }) => [id, name]));
  await tellPeople(task, { at, wrong: wrong.map(({ entityId }) => names.get(entityId) ?? entityId), unknown });
  await work.announce({ kind: 'edges.changed', edgeId: place.edgeId, locationId: edge.locationId });
  if (wrong.length + unknown.length > 0)
    await work.announce({ kind: 'attention.notice', edgeId: place.edgeId, locationId: edge.locationId });
  work.afterCommit(() => parts.bus.publish(operationsTopic, { edgeId: place.edgeId }));
}

const alike = (
  cameras: repository.WantedContent['cameras'],
  differences: readonly ContentDifference[],
): Pick<ContentDifference, 'entityId' | 'heldRevision'>[] => {
  const differing = new Set(differences.map(({ entityId }) => entityId));
  return cameras
    .filter(({ id }) => !differing.has(id))
    .map(({ id, revision }) => ({ entityId: id, heldRevision: revision }));
};

/** As a revision that the core takes for newer than what it holds. */
async function tellAnew(
  { work, place }: Task,
  { entityId, heldRevision }: Pick<ContentDifference, 'entityId' | 'heldRevision'>,
): Promise<void> {
  const raised = await raiseRevision(work.trx, { ...place, cameraId: entityId }, heldRevision);
  await addOperation(work.trx, place, { entity: 'camera', entityId, revision: raised ?? heldRevision + 1 });
}

async function tellPeople(
  { work, place, held }: Task,
  found: { at: Date; wrong: string[]; unknown: ContentDifference[] },
): Promise<void> {
  const { at, wrong, unknown } = found;
  if (wrong.length > 0) {
    await addNotice(work.trx, place, { at, code: 'core_content_repaired', detail: listed(wrong) });
    await work.audit({
      action: 'core.sync.repair',
      entityKind: 'edge',
      entityId: place.edgeId,
      data: { operations: wrong.length },
    });
  }
  const names = new Map(held.entities.map(({ id, name }) => [id, name]));
  for (const { entityId } of unknown)
    await noteUnknownCamera(work.trx, place, { at, cameraId: entityId, name: names.get(entityId) ?? null });
}

/** As many names as a notice holds, and how many more there are. */
function listed(names: readonly string[]): string {
  const shown: string[] = [];
  for (const name of names) {
    if ([...shown, name].join(', ').length > detailCharacters) break;
    shown.push(name);
  }
  return shown.length === names.length
    ? shown.join(', ')
    : `${shown.join(', ')} + ${String(names.length - shown.length)}`;
}
