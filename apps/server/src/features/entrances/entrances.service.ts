import {
  longestFigureDays,
  type Entrance,
  type EntranceFigures,
  type EntranceInput,
  type FigureStep,
  type Occupancy,
  type OccupancyCorrection,
} from '@sightline/contracts/entrances/entrance';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import { entranceLineFault } from '@sightline/domain/entrances/entrance-line';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { AuditActionOf, Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import { cameraFor } from '../cameras/cameras.public.ts';
import { holdEdge } from '../edges/edges.public.ts';
import { countedSince, figuresOf } from './entrance-minutes.repository.ts';
import { tellCores } from './entrance.synced.ts';
import { requireSeen, visibleEntrances } from './entrances.policy.ts';
import { askedOf, presentEntrance, presentOccupancy } from './entrances.presenter.ts';
import * as repository from './entrances.repository.ts';

const maxEntrances = 500;
const dayMs = 86_400_000;
/** A day of 25 hours is a day. */
const slackMs = 3_600_000;

/** What entrances need from the rest of the server. */
export interface EntrancesDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  clock: Clock;
}

interface EntrancesQuery {
  limit: number;
  cursor?: string | undefined;
  query?: string | undefined;
  cameraId?: string | undefined;
}

interface FiguresQuery {
  fromUtcMs: number;
  untilUtcMs: number;
  per: FigureStep;
}

interface Task {
  actor: MemberActor;
  work: ChangeWork;
}

/** Where people are counted. */
export type EntrancesService = ReturnType<typeof createEntrancesService>;

/** Entrances as people manage and read them; whoever calls has Entrances, and sees those of cameras with CameraView. */
export function createEntrancesService(deps: EntrancesDeps) {
  const { database, changes } = deps;
  const read = <T>(actor: MemberActor, run: (trx: Work) => Promise<T>): Promise<T> =>
    database.withOrganization(actor.organizationId, run);
  const change = <T>(actor: MemberActor, run: (task: Task) => Promise<T>): Promise<T> =>
    changes.run({ organizationId: actor.organizationId, by: actor }, (work) => run({ actor, work }));
  return {
    list: (actor: MemberActor, query: EntrancesQuery): Promise<Page<Entrance>> =>
      read(actor, (trx) => list(deps, trx, { actor, query })),
    get: (actor: MemberActor, id: string): Promise<Entrance> =>
      read(actor, async (trx) => present(deps, trx, { actor, row: await seen(trx, actor, id) })),
    occupancy: (actor: MemberActor, id: string): Promise<Occupancy> =>
      read(actor, async (trx) => occupancyOf(deps, trx, { actor, row: await seen(trx, actor, id) })),
    figures: (actor: MemberActor, id: string, query: FiguresQuery): Promise<EntranceFigures> =>
      read(actor, async (trx) => figures(deps, trx, { actor, row: await seen(trx, actor, id), query })),
    create: (actor: MemberActor, input: EntranceInput): Promise<Entrance> =>
      change(actor, (task) => create(deps, task, input)),
    update: (actor: MemberActor, id: string, input: EntranceInput & { revision: number }): Promise<Entrance> =>
      change(actor, (task) => update(deps, task, { id, ...input })),
    remove: (actor: MemberActor, id: string): Promise<Record<string, never>> =>
      change(actor, (task) => remove(deps, task, id)),
    correct: (actor: MemberActor, id: string, correction: OccupancyCorrection): Promise<Occupancy> =>
      change(actor, (task) => correct(deps, task, { id, ...correction })),
  };
}

const placeOf = (actor: MemberActor, entranceId: string): repository.EntrancePlace => ({
  organizationId: actor.organizationId,
  entranceId,
});

const seen = async (trx: Work, actor: MemberActor, id: string): Promise<repository.EntranceRow> =>
  requireSeen(actor, await repository.findEntrance(trx, placeOf(actor, id)));

interface Shown {
  actor: MemberActor;
  row: repository.EntranceRow;
}

async function list(
  { clock }: EntrancesDeps,
  trx: Work,
  { actor, query }: { actor: MemberActor; query: EntrancesQuery },
): Promise<Page<Entrance>> {
  const { organizationId } = actor;
  const request = { ...query, ...pageRequest(query), scope: visibleEntrances(actor) };
  const page = await repository.listEntrances(trx, organizationId, request);
  const nowUtcMs = clock();
  const asked = page.items.map((row) => askedOf(row, nowUtcMs));
  const counted = await countedSince(trx, organizationId, asked);
  return { ...page, items: page.items.map((row) => presentEntrance(row, counted.get(row.id), nowUtcMs)) };
}

async function present({ clock }: EntrancesDeps, trx: Work, { actor, row }: Shown): Promise<Entrance> {
  const nowUtcMs = clock();
  const counted = await countedSince(trx, actor.organizationId, [askedOf(row, nowUtcMs)]);
  return presentEntrance(row, counted.get(row.id), nowUtcMs);
}

async function occupancyOf({ clock }: EntrancesDeps, trx: Work, { actor, row }: Shown): Promise<Occupancy> {
  const nowUtcMs = clock();
  const counted = await countedSince(trx, actor.organizationId, [askedOf(row, nowUtcMs)]);
  return presentOccupancy(row, counted.get(row.id), nowUtcMs);
}

async function figures(
  { clock }: EntrancesDeps,
  trx: Work,
  { actor, row, query }: Shown & { query: FiguresQuery },
): Promise<EntranceFigures> {
  const { fromUtcMs, untilUtcMs, per } = query;
  const { timeZone, createdAt } = row;
  const longMs = untilUtcMs - fromUtcMs;
  if (longMs <= 0 || longMs > longestFigureDays[per] * dayMs + slackMs) throw new AppError('entrance_range', { per });
  const range = { from: new Date(fromUtcMs), until: new Date(untilUtcMs), per, timeZone, createdAt };
  const items = await figuresOf(trx, placeOf(actor, row.id), { ...range, now: new Date(clock()) });
  const sum = (key: 'in' | 'out' | 'watchedS' | 'outOfS'): number => items.reduce((all, one) => all + one[key], 0);
  const total = { in: sum('in'), out: sum('out'), watchedS: sum('watchedS'), outOfS: sum('outOfS') };
  return { timeZone, items, total };
}

/** The camera, seen by the actor, with its core held; and a line by which can be counted. Throws `not_found` and what is wrong with the line. */
async function wholeInput({ work, actor }: Task, input: EntranceInput): Promise<EntranceInput & { edgeId: string }> {
  const fault = entranceLineFault(input.line);
  if (fault !== null) throw new AppError(fault, { fields: ['line'] });
  const { edgeId } = await cameraFor(work.trx, actor, { cameraId: input.cameraId, permission: 'CameraView' });
  return { ...input, classes: [...new Set(input.classes)], edgeId };
}

interface Told {
  id: string;
  action: AuditActionOf<'entrance'>;
  /** What else the audit says of it. */
  data?: Record<string, unknown>;
}

/** The audit and open screens hear of a change; answers the entrance as it is now. */
async function tell({ actor, work }: Task, { id, action, data }: Told): Promise<repository.EntranceRow> {
  const row = await repository.findEntrance(work.trx, placeOf(actor, id));
  if (!row) throw new AppError('not_found');
  const { name, cameraId, locationId } = row;
  await work.audit({ action, entityKind: 'entrance', entityId: id, data: { name, ...data } });
  await work.announce({ kind: 'entrances.changed', entranceId: id, cameraId, locationId });
  return row;
}

async function create(deps: EntrancesDeps, task: Task, input: EntranceInput): Promise<Entrance> {
  const { actor, work } = task;
  const { organizationId } = actor;
  const { edgeId, ...whole } = await wholeInput(task, input);
  // Before anything of it, as everybody who tells cores does.
  await holdEdge(work.trx, organizationId, edgeId);
  if ((await repository.countEntrances(work.trx, organizationId)) >= maxEntrances)
    throw new AppError('too_many', { limit: maxEntrances });
  const id = await repository.insertEntrance(work.trx, organizationId, { ...whole, at: new Date(deps.clock()) });
  await tellCores(deps, work, { organizationId, edgeIds: [edgeId] });
  return present(deps, work.trx, { actor, row: await tell(task, { id, action: 'entrance.create' }) });
}

async function update(
  deps: EntrancesDeps,
  task: Task,
  { id, revision, ...input }: EntranceInput & { id: string; revision: number },
): Promise<Entrance> {
  const { actor, work } = task;
  const { organizationId } = actor;
  const before = await seen(work.trx, actor, id);
  const { edgeId, ...whole } = await wholeInput(task, input);
  const edgeIds = [...new Set([before.edgeId, edgeId])].toSorted();
  for (const one of edgeIds) await holdEdge(work.trx, organizationId, one);
  const held = await repository.holdEntrance(work.trx, placeOf(actor, id));
  if (held === undefined) throw new AppError('not_found');
  if (held !== revision) throw new AppError('conflict', { revision: held });
  await repository.updateEntrance(work.trx, placeOf(actor, id), { ...whole, at: new Date(deps.clock()) });
  await tellCores(deps, work, { organizationId, edgeIds });
  return present(deps, work.trx, { actor, row: await tell(task, { id, action: 'entrance.update' }) });
}

async function remove(deps: EntrancesDeps, task: Task, id: string): Promise<Record<string, never>> {
  const { actor, work } = task;
  const { organizationId } = actor;
  const { edgeId } = await seen(work.trx, actor, id);
  await holdEdge(work.trx, organizationId, edgeId);
  await tell(task, { id, action: 'entrance.remove' });
  await repository.deleteEntrance(work.trx, placeOf(actor, id));
  await tellCores(deps, work, { organizationId, edgeIds: [edgeId] });
  return {};
}

async function correct(
  deps: EntrancesDeps,
  task: Task,
  { id, inside, reason }: OccupancyCorrection & { id: string },
): Promise<Occupancy> {
  const { actor, work } = task;
  const before = await occupancyOf(deps, work.trx, { actor, row: await seen(work.trx, actor, id) });
  const at = new Date(deps.clock());
  await repository.correctEntrance(work.trx, placeOf(actor, id), { at, inside, reason, by: actor.userId });
  const data = { inside, before: before.inside, reason };
  return occupancyOf(deps, work.trx, { actor, row: await tell(task, { id, action: 'entrance.correct', data }) });
}
