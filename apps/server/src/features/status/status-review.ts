import { cameraStatusOf } from '@sightline/domain/cameras/camera-status';
import { edgeStatusOf } from '@sightline/domain/status/edge-status';
import { locationStateOf } from '@sightline/domain/status/location-status';
import {
  firstMemory,
  nextStatus,
  plainStatus,
  type DerivedStatus,
  type StatusMemory,
  type StatusStep,
} from '@sightline/domain/status/shown-status';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import {
  cameraFactsOf,
  cameraStatusEvent,
  edgeFactsOf,
  edgeStatusEvent,
  locationStatusEvent,
} from './status-events.ts';
import { statusLooked } from './status-moments.ts';
import * as facts from './status-facts.repository.ts';
import * as repository from './status.repository.ts';

/** In which organization things are looked at, and when. `isNew`: their core has just spoken of them, so they are told also when they show the same. */
export interface StatusMoment {
  organizationId: string;
  nowUtcMs: number;
  isNew: boolean;
  /** What others do when cameras or cores were looked at. */
  hooks: Hooks;
}

type Held = Awaited<ReturnType<typeof repository.holdStatuses>>;
type Step = (before: StatusMemory, derived: DerivedStatus, nowUtcMs: number) => StatusStep;

/** One thing after a look at it. */
interface Looked extends StatusStep {
  kind: Row<'statuses'>['kind'];
  entityId: string;
  before: StatusMemory;
  /** When it was to be looked at again before this look. */
  wasDueUtcMs: number | null;
}

function lookAt(
  held: Held,
  at: StatusMoment & { kind: Row<'statuses'>['kind']; step: Step },
  thing: { entityId: string; derived: DerivedStatus },
): Looked {
  const known = held.get(thing.entityId);
  const before = known?.memory ?? firstMemory(at.nowUtcMs);
  const step = at.step(before, thing.derived, at.nowUtcMs);
  return { ...step, kind: at.kind, entityId: thing.entityId, before, wasDueUtcMs: known?.dueUtcMs ?? null };
}

const isSame = (looked: Looked): boolean =>
  JSON.stringify([looked.before, looked.wasDueUtcMs]) === JSON.stringify([looked.memory, looked.dueUtcMs]);

function changeOf({ entityId, before, memory }: Looked, nowUtcMs: number): repository.ChangeValues {
  const { state, part, cause, sinceUtcMs } = memory.shown;
  const isFlapping = memory.flappingSinceUtcMs !== null;
  return {
    entityId,
    atUtcMs: state === before.shown.state ? nowUtcMs : sinceUtcMs,
    from: before.shown.state,
    to: state,
    part,
    cause,
    isFlapping,
  };
}

/** Keeps what became of the looks: what is shown, what changed, and when to look again. */
async function keep(
  { trx }: ChangeWork,
  { organizationId, nowUtcMs }: StatusMoment,
  all: readonly Looked[],
): Promise<void> {
  const other = all.filter((looked) => !isSame(looked));
  await repository.keepStatuses(trx, organizationId, other);
  await repository.insertStatusChanges(
    trx,
    organizationId,
    other.filter(({ isChanged }) => isChanged).map((looked) => changeOf(looked, nowUtcMs)),
  );
  const due = other.flatMap(({ kind, entityId, dueUtcMs, wasDueUtcMs }) =>
    dueUtcMs === null || dueUtcMs === wasDueUtcMs ? [] : [{ kind, entityId, dueUtcMs }],
  );
  await repository.addStatusJobs(trx, organizationId, due);
}

/** Whether the screens must hear of it. */
const isTold = ({ isNew }: StatusMoment, { before, memory, isChanged }: Looked): boolean =>
  isNew || isChanged || JSON.stringify(before.shown) !== JSON.stringify(memory.shown);

/** Whether another state is shown now, also of what flaps. */
const showsElse = ({ before, memory }: Looked): boolean => before.shown.state !== memory.shown.state;

/** Others hear of what is not simply online as it was. */
async function tellOthers(
  work: ChangeWork,
  { organizationId, hooks }: StatusMoment,
  all: readonly Looked[],
): Promise<void> {
  const ids = all.flatMap((one) => (isSame(one) && one.memory.shown.state === 'online' ? [] : [one.entityId]));
  if (ids.length > 0) await hooks.of(statusLooked)(work, { organizationId, ids });
}

/** Locations are looked at by the job: many of their things may change at once, and in several transactions. */
const markLocations = (
  work: ChangeWork,
  { organizationId, nowUtcMs }: StatusMoment,
  locationIds: Iterable<string>,
): Promise<void> =>
  repository.addStatusJobs(
    work.trx,
    organizationId,
    [...new Set(locationIds)].map((entityId) => ({ kind: 'location', entityId, dueUtcMs: nowUtcMs })),
  );

/**
 * Looks at cameras and tells the screens of them; those that were deleted are passed over. The facts are read after what is
 * shown is held, so that of two looks at once the second knows what the first knew.
 */
export async function reviewCameras(work: ChangeWork, at: StatusMoment, cameraIds: readonly string[]): Promise<void> {
  if (cameraIds.length === 0) return;
  const held = await repository.holdStatuses(work.trx, at.organizationId, cameraIds);
  const rows = await facts.cameraFacts(work.trx, at, cameraIds);
  const looked = rows.map((row) => ({
    row,
    ...lookAt(
      held,
      { ...at, kind: 'camera', step: nextStatus },
      { entityId: row.id, derived: cameraStatusOf(cameraFactsOf(row)) },
    ),
  }));
  await keep(work, at, looked);
  await markLocations(
    work,
    at,
    looked.flatMap((one) => (showsElse(one) ? [one.row.locationId] : [])),
  );
  await work.announceAll(
    looked.filter((one) => isTold(at, one)).map(({ row, memory }) => cameraStatusEvent(row, memory)),
  );
  await tellOthers(work, at, looked);
}

/** Looks at cores and at all their cameras, each kind in one go, and tells the screens. */
export async function reviewEdges(work: ChangeWork, at: StatusMoment, edgeIds: readonly string[]): Promise<void> {
  if (edgeIds.length === 0) return;
  const held = await repository.holdStatuses(work.trx, at.organizationId, edgeIds);
  const rows = await facts.edgeFacts(work.trx, at, edgeIds);
  const looked = rows.map((row) => ({
    row,
    ...lookAt(
      held,
      { ...at, kind: 'edge', step: nextStatus },
      { entityId: row.id, derived: edgeStatusOf(edgeFactsOf(row)) },
    ),
  }));
  await keep(work, at, looked);
  await markLocations(
    work,
    at,
    looked.flatMap((one) => (showsElse(one) ? [one.row.locationId] : [])),
  );
  await work.announceAll(
    looked.filter((one) => isTold(at, one)).map(({ row, memory }) => edgeStatusEvent(row, memory)),
  );
  await tellOthers(work, at, looked);
  await reviewCameras(work, at, await facts.camerasOfEdges(work.trx, at.organizationId, edgeIds));
}

/** Looks at locations and everything above them; what is at or below them has been looked at. Only what changed is told. */
export async function reviewLocations(work: ChangeWork, at: StatusMoment, marked: readonly string[]): Promise<void> {
  if (marked.length === 0) return;
  const locationIds = await facts.locationsWithAbove(work.trx, at.organizationId, marked);
  const held = await repository.holdStatuses(work.trx, at.organizationId, locationIds);
  const counts = await facts.deviceCounts(work.trx, at.organizationId, locationIds);
  const looked = locationIds.map((entityId) => {
    const state = locationStateOf(counts.get(entityId) ?? { total: 0, online: 0, offline: 0, notConnected: 0 });
    const derived = { state, part: null, cause: null, sinceUtcMs: at.nowUtcMs };
    return lookAt(held, { ...at, kind: 'location', step: plainStatus }, { entityId, derived });
  });
  await keep(work, at, looked);
  await work.announceAll(
    looked.filter(({ isChanged }) => isChanged).map(({ entityId, memory }) => locationStatusEvent(entityId, memory)),
  );
}
