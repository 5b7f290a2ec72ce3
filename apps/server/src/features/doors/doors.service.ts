import type { Door, DoorChange, DoorInput, DoorSpan } from '@sightline/contracts/doors/door';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import { zoneFault } from '@sightline/domain/rules/drawn-faults';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { AuditActionOf, Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import type { Log } from '../../platform/log/log.ts';
import type { UrlSigner } from '../../platform/signed-urls/signed-urls.ts';
import { cameraFor } from '../cameras/cameras.public.ts';
import { holdEdge } from '../edges/edges.public.ts';
import { maySeePictures } from '../events/events.public.ts';
import { eraseLeftBehind } from './door-pictures.ts';
import { statesOf } from './door-states.repository.ts';
import { requireUnused } from './door-uses.ts';
import { tellCores } from './door.synced.ts';
import { requireSeen, visibleDoors } from './doors.policy.ts';
import { presentDoor, presentSpan } from './doors.presenter.ts';
import { doorRemoved } from './doors.public.ts';
import * as repository from './doors.repository.ts';

const maxDoors = 2_000;

/** What doors need from the rest of the server. */
export interface DoorsDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  blobs: Blobs;
  signer: UrlSigner;
  clock: Clock;
  log: Log;
  hooks: Hooks;
}

interface Task {
  actor: MemberActor;
  work: ChangeWork;
}

/** Doors that cores watch. */
export type DoorsService = ReturnType<typeof createDoorsService>;

/** Doors as people manage and read them; whoever calls has the right to the directory, and sees those of cameras with CameraView. */
export function createDoorsService(deps: DoorsDeps) {
  const { database, changes } = deps;
  const read = <T>(actor: MemberActor, run: (trx: Work) => Promise<T>): Promise<T> =>
    database.withOrganization(actor.organizationId, run);
  const change = <T>(actor: MemberActor, run: (task: Task) => Promise<T>): Promise<T> =>
    changes.run({ organizationId: actor.organizationId, by: actor }, (work) => run({ actor, work }));
  return {
    list: (actor: MemberActor, query: repository.DoorFilter): Promise<{ items: Door[]; total: number }> =>
      read(actor, async (trx) => {
        const sight = { organizationId: actor.organizationId, scope: visibleDoors(actor) };
        const { items, total } = await repository.listDoors(trx, sight, query);
        return { items: items.map((row) => present(deps, actor, row)), total };
      }),
    get: (actor: MemberActor, id: string): Promise<Door> =>
      read(actor, async (trx) => present(deps, actor, await seen(trx, actor, id))),
    states: (
      actor: MemberActor,
      id: string,
      query: { limit: number; cursor?: string | undefined },
    ): Promise<Page<DoorSpan>> =>
      read(actor, async (trx) => {
        const row = await seen(trx, actor, id);
        const page = await statesOf(trx, placeOf(actor, row.id), pageRequest(query));
        return { ...page, items: page.items.map(presentSpan) };
      }),
    create: (actor: MemberActor, input: DoorInput): Promise<Door> => change(actor, (task) => create(deps, task, input)),
    update: (actor: MemberActor, id: string, input: DoorChange): Promise<Door> =>
      change(actor, (task) => update(deps, task, { id, ...input })),
    remove: (actor: MemberActor, id: string): Promise<Record<string, never>> =>
      change(actor, (task) => remove(deps, task, id)),
  };
}

const placeOf = (actor: MemberActor, doorId: string): repository.DoorPlace => ({
  organizationId: actor.organizationId,
  doorId,
});

const seen = async (trx: Work, actor: MemberActor, id: string): Promise<repository.DoorRow> =>
  requireSeen(actor, await repository.findDoor(trx, placeOf(actor, id)));

function present({ signer, clock }: DoorsDeps, actor: MemberActor, row: repository.DoorRow): Door {
  const { organizationId, sessionId } = actor;
  const sign = (path: string): string => signer.sign(path, { sessionId, organizationId }, clock());
  return presentDoor(row, maySeePictures(actor, row.entityPath) ? sign : null);
}

interface Told {
  id: string;
  action: AuditActionOf<'door'>;
  /** What else the audit says of it. */
  data?: Record<string, unknown>;
}

/** The audit and open screens hear of a change; answers the door as it is now. */
async function tell({ actor, work }: Task, { id, action, data }: Told): Promise<repository.DoorRow> {
  const row = await repository.findDoor(work.trx, placeOf(actor, id));
  if (!row) throw new AppError('not_found');
  const { name, cameraName, cameraId, locationId } = row;
  const named = { name: name === '' ? cameraName : name, ...data };
  await work.audit({ action, entityKind: 'door', entityId: id, entityName: named.name, data: named });
  await work.announce({ kind: 'doors.changed', doorId: id, cameraId, locationId });
  return row;
}

async function requireRoom(trx: Work, organizationId: string): Promise<void> {
  if ((await repository.countSaved(trx, organizationId)) >= maxDoors)
    throw new AppError('too_many', { limit: maxDoors });
}

async function create(deps: DoorsDeps, task: Task, input: DoorInput): Promise<Door> {
  const { actor, work } = task;
  const { organizationId } = actor;
  const fault = zoneFault(input.area);
  if (fault !== null) throw new AppError('door_area', { fields: ['area'], fault });
  const { edgeId } = await cameraFor(work.trx, actor, { cameraId: input.cameraId, permission: 'CameraView' });
  // Before anything of it, as everybody who tells cores does.
  await holdEdge(work.trx, organizationId, edgeId);
  await requireRoom(work.trx, organizationId);
  const id = await repository.insertMarked(work.trx, organizationId, { ...input, at: new Date(deps.clock()) });
  await tellCores(deps, work, { organizationId, edgeIds: [edgeId] });
  return present(deps, actor, await tell(task, { id, action: 'door.create' }));
}

/** What a change makes of a door. Throws `door_no_looks`, and `validation_failed` for a picture that is not the door's. */
function changed(before: repository.DoorRow, { newName, isSaved, closeState }: DoorChange) {
  if (!isSaved && before.isSaved && before.closeState === null) throw new AppError('door_no_looks');
  if (closeState !== undefined && closeState !== before.closeState && closeState !== before.openState)
    throw new AppError('validation_failed', { fields: ['closeState'] });
  const isSwapped = closeState !== undefined && closeState === before.openState && closeState !== before.closeState;
  const isAnswered = closeState !== undefined || !before.isSaved;
  return { name: newName, isSaved, isSwapped, isConfirmed: isSaved && (before.isConfirmed || isAnswered) };
}

const actionOf = (before: repository.DoorRow, isSaved: boolean): AuditActionOf<'door'> => {
  if (isSaved) return before.isSaved ? 'door.update' : 'door.save';
  return before.isSaved ? 'door.unsave' : 'door.update';
};

/** A door that is no longer one of the saved ones; whoever names it goes first. Throws `door_in_use`. */
async function leave(
  deps: DoorsDeps,
  { actor, work }: Task,
  { doorId, isDeleted }: { doorId: string; isDeleted: boolean },
): Promise<void> {
  await requireUnused(deps, work.trx, { actor, doorId });
  await deps.hooks.of(doorRemoved)(work, { organizationId: actor.organizationId, doorId, isDeleted });
}

async function update(
  deps: DoorsDeps,
  task: Task,
  { id, revision, ...input }: DoorChange & { id: string },
): Promise<Door> {
  const { actor, work } = task;
  const { organizationId } = actor;
  const { edgeId } = await seen(work.trx, actor, id);
  await holdEdge(work.trx, organizationId, edgeId);
  const held = await repository.holdDoor(work.trx, placeOf(actor, id));
  if (held === undefined) throw new AppError('not_found');
  if (held !== revision) throw new AppError('conflict', { revision: held });
  const before = await seen(work.trx, actor, id);
  const change = changed(before, { ...input, revision });
  if (change.isSaved && !before.isSaved) await requireRoom(work.trx, organizationId);
  if (!change.isSaved && before.isSaved) await leave(deps, task, { doorId: id, isDeleted: false });
  await repository.updateDoor(work.trx, placeOf(actor, id), { ...change, at: new Date(deps.clock()) });
  await tellCores(deps, work, { organizationId, edgeIds: [edgeId] });
  const data = before.name === input.newName ? {} : { before: before.name };
  return present(deps, actor, await tell(task, { id, action: actionOf(before, change.isSaved), data }));
}

async function remove(deps: DoorsDeps, task: Task, id: string): Promise<Record<string, never>> {
  const { actor, work } = task;
  const { organizationId } = actor;
  const { edgeId } = await seen(work.trx, actor, id);
  await holdEdge(work.trx, organizationId, edgeId);
  if ((await repository.holdDoor(work.trx, placeOf(actor, id))) === undefined) throw new AppError('not_found');
  const { isSaved } = await seen(work.trx, actor, id);
  if (isSaved) await leave(deps, task, { doorId: id, isDeleted: true });
  await tell(task, { id, action: isSaved ? 'door.remove' : 'door.removeUnsaved' });
  await repository.removeDoor(work.trx, placeOf(actor, id), new Date(deps.clock()));
  await eraseLeftBehind(deps, work, placeOf(actor, id));
  await tellCores(deps, work, { organizationId, edgeIds: [edgeId] });
  return {};
}
