import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes, type ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { entityKey, type SyncedEntities } from '../../platform/sync/synced-entity.ts';
import { addNotice, holdEdge, noteUnknownCamera, operationsTopic } from '../edges/edges.public.ts';
import type { ContentDifference } from './compare-content.ts';
import { compareWith, type HeldContent } from './sync-differences.ts';
import { notifyAnew } from './sync-kinds.service.ts';
import * as repository from './sync-operations.repository.ts';
import type { QueuePlace } from './sync-operations.repository.ts';
import { alike, askAlike, othersOf, type Told, type ToldContents } from './sync-same-revisions.ts';

/** What putting cores right needs from the rest of the server. */
export interface SelfRepairDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  clock: Clock;
  edges: EdgeCommands;
  entities: SyncedEntities;
}

/** The most that a notice tells of. */
const detailCharacters = 480;

/** Asks a core what it holds and puts right what differs, without anybody having to ask. */
export type SelfRepair = (place: QueuePlace) => Promise<void>;

/**
 * For a core whose content is not what is wanted: after this server was brought back from an older copy, or the core from one. What is
 * wanted is told anew, past what the core holds. A camera that only the core has, and nobody here ever deleted or moved, goes on recording:
 * it is told of, and people decide.
 */
export function createSelfRepair(deps: SelfRepairDeps): SelfRepair {
  return async (place) => {
    const held = await deps.edges.request({ ...place, command: 'sync.content', body: {} });
    // Cores are not asked while a change is under way.
    const contents = await askAlike(deps, place, held);
    await deps.changes.run({ organizationId: place.organizationId, by: nobody }, (work) =>
      putRight(deps, { work, place, held, contents }),
    );
  };
}

interface Task {
  work: ChangeWork;
  place: QueuePlace;
  held: HeldContent;
  /** What the core says of what is not newer on one side. */
  contents: ToldContents;
}

async function putRight(deps: SelfRepairDeps, task: Task): Promise<void> {
  const { work, place, held } = task;
  const at = new Date(deps.clock());
  const edge = await holdEdge(work.trx, place.organizationId, place.edgeId);
  if (!edge) return;
  const { core, isOtherHistory } = await repository.queueState(work.trx, place);
  const { wanted, differences, unknown: strangers } = await compareWith(deps.entities, work.trx, { core, held });
  const isStranger = (difference: ContentDifference): boolean => strangers.has(keyOf(difference));
  const unknown = differences.filter(isStranger);
  const wrong = differences.filter((difference) => !isStranger(difference));
  // Under one number two servers may have said two things: which of them the core has, its revision does not tell.
  const same = isOtherHistory ? alike(wanted, differences) : [];
  const others = await othersOf(deps.entities, work.trx, { core, same, contents: task.contents });
  const repaired: Told[] = [...wrong, ...others];
  const told: Told[] = [...wrong, ...same];
  await repository.continueAfter(work.trx, place, held.lastOperation);
  // In the order in which kinds are told: those that others rest upon come first.
  for (const entity of deps.entities.all)
    for (const { entityId, heldRevision: past } of told.filter((one) => one.entity === entity.kind))
      await notifyAnew(work.trx, place, { entity, entityId, past });
  await noteMissed(deps, task, { wrong, at });
  await repository.noteCompared(work.trx, place, { contentMatches: differences.length === 0 && told.length === 0 });
  const names = await deps.entities.named(work.trx, place.organizationId, repaired);
  await notifyPeople(task, { at, wrong: repaired.map((one) => names.get(keyOf(one))?.name ?? one.entityId), unknown });
  await work.announce({ kind: 'edges.changed', edgeId: place.edgeId, locationId: edge.locationId });
  if (repaired.length + unknown.length > 0)
    await work.announce({ kind: 'attention.notice', edgeId: place.edgeId, locationId: edge.locationId });
  work.afterCommit(() => deps.bus.publish(operationsTopic, { edgeId: place.edgeId }));
}

const keyOf = ({ entity, entityId }: Told): string => entityKey(entity, entityId);

/** Whoever says how things are at the core learns which it had let go of. */
async function noteMissed(
  { entities }: SelfRepairDeps,
  { work, place }: Task,
  { wrong, at }: { wrong: readonly ContentDifference[]; at: Date },
): Promise<void> {
  const missing = wrong.filter(({ kind }) => kind === 'missing');
  for (const [kind, some] of Map.groupBy(missing, ({ entity }) => entity))
    await entities.find(kind)?.missed?.(work, place, { entityIds: some.map(({ entityId }) => entityId), at });
}

async function notifyPeople(
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
