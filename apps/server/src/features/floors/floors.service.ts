import type { Floor, FloorInput, FloorUpdate, Placement } from '@sightline/contracts/floors/floor';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Changes, ChangeWork, AuditActionOf } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Log } from '../../platform/log/log.ts';
import { cameraFor } from '../cameras/cameras.public.ts';
import { removePlans } from './floor-plans.service.ts';
import { requireAt } from './floors.policy.ts';
import { readFloor, type FloorReading } from './floors.reading.ts';
import * as repository from './floors.repository.ts';

/** What floors need from the rest of the server. */
export interface FloorsDeps extends FloorReading {
  database: Database;
  changes: Changes;
  blobs: Blobs;
  log: Log;
}

const maxFloors = 200;

/** Floors of buildings, and what stands on them. */
export type FloorsService = ReturnType<typeof createFloorsService>;

interface Task {
  actor: MemberActor;
  work: ChangeWork;
}

/** Floors are identified by id; a camera stands on one of them at most. */
export function createFloorsService(deps: FloorsDeps) {
  const change = <T>(actor: MemberActor, work: (task: Task) => Promise<T>): Promise<T> =>
    deps.changes.run({ organizationId: actor.organizationId, by: actor }, (made) => work({ actor, work: made }));
  return {
    get: (actor: MemberActor, floorId: string): Promise<Floor> =>
      deps.database.withOrganization(actor.organizationId, async (trx) => {
        requireAt(actor, await repository.findFloor(trx, actor.organizationId, floorId), 'LocationView');
        return readFloor(trx, actor, { ...deps, floorId });
      }),
    create: (actor: MemberActor, buildingId: string, input: FloorInput): Promise<Floor> =>
      change(actor, (task) => create(deps, task, { ...input, buildingId })),
    update: (actor: MemberActor, floorId: string, input: FloorUpdate): Promise<Floor> =>
      change(actor, (task) => update(deps, task, { ...input, floorId })),
    remove: (actor: MemberActor, floorId: string): Promise<Record<string, never>> =>
      change(actor, (task) => remove(deps, task, floorId)),
    place: (actor: MemberActor, at: CameraOnFloor, placement: Placement): Promise<Floor> =>
      change(actor, (task) => place(deps, task, { ...at, placement })),
    unplace: (actor: MemberActor, at: CameraOnFloor): Promise<Floor> =>
      change(actor, (task) => unplace(deps, task, at)),
  };
}

interface CameraOnFloor {
  floorId: string;
  cameraId: string;
}

const editable = async ({ actor, work }: Task, floorId: string): Promise<repository.FloorRow> =>
  requireAt(actor, await repository.findFloor(work.trx, actor.organizationId, floorId), 'LocationEdit');

const notify = async (
  { work }: Task,
  floor: { id: string; locationId: string },
  entry: { action: AuditActionOf<'floor'>; data: Record<string, unknown> },
): Promise<void> => {
  await work.audit({ ...entry, entityKind: 'floor', entityId: floor.id });
  await work.announce({ kind: 'locations.changed', locationId: floor.locationId });
};

async function create(deps: FloorsDeps, task: Task, input: FloorInput & { buildingId: string }): Promise<Floor> {
  const { actor, work } = task;
  const { organizationId } = actor;
  const { id: buildingId, locationId } = requireAt(
    actor,
    await repository.findBuilding(work.trx, organizationId, input.buildingId),
    'LocationEdit',
  );
  if ((await repository.floorsOf(work.trx, organizationId, [buildingId])).length >= maxFloors)
    throw new AppError('too_many');
  const id = await repository.insertFloor(work.trx, organizationId, input);
  await notify(task, { id, locationId }, { action: 'floor.create', data: { name: input.name } });
  return readFloor(work.trx, actor, { ...deps, floorId: id });
}

async function update(
  deps: FloorsDeps,
  task: Task,
  { floorId, revision, ...input }: FloorUpdate & { floorId: string },
): Promise<Floor> {
  const { actor, work } = task;
  const before = await editable(task, floorId);
  const set = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const isMine = await repository.updateFloor(
    work.trx,
    { organizationId: actor.organizationId, id: floorId, revision },
    set,
  );
  if (!isMine) throw new AppError('conflict');
  await notify(task, before, { action: 'floor.update', data: { name: before.name, ...set } });
  return readFloor(work.trx, actor, { ...deps, floorId });
}

async function remove(deps: FloorsDeps, task: Task, floorId: string): Promise<Record<string, never>> {
  const before = await editable(task, floorId);
  await repository.deleteFloor(task.work.trx, task.actor.organizationId, floorId);
  await notify(task, before, { action: 'floor.remove', data: { name: before.name } });
  removePlans(deps, task.work, [before.planKey]);
  return {};
}

async function place(deps: FloorsDeps, task: Task, at: CameraOnFloor & { placement: Placement }): Promise<Floor> {
  const { actor, work } = task;
  const { floorId, cameraId, placement } = at;
  const floor = await editable(task, floorId);
  const camera = await cameraFor(work.trx, actor, { cameraId, permission: 'CameraView' });
  if (!camera.entityPath.includes(floor.locationId)) throw new AppError('camera_elsewhere', { fields: ['cameraId'] });
  await repository.putPlaced(work.trx, actor.organizationId, { ...placement, cameraId, floorId });
  await notify(task, floor, { action: 'floor.placeCamera', data: { name: floor.name, cameraId } });
  return readFloor(work.trx, actor, { ...deps, floorId });
}

async function unplace(deps: FloorsDeps, task: Task, { floorId, cameraId }: CameraOnFloor): Promise<Floor> {
  const { actor, work } = task;
  const floor = await editable(task, floorId);
  await cameraFor(work.trx, actor, { cameraId, permission: 'CameraView' });
  await repository.deletePlaced(work.trx, actor.organizationId, { floorId, cameraId });
  await notify(task, floor, { action: 'floor.removeCamera', data: { name: floor.name, cameraId } });
  return readFloor(work.trx, actor, { ...deps, floorId });
}
