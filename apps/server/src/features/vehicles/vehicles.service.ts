import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type {
  Vehicle,
  VehicleChangeInput,
  VehicleFilter,
  VehicleInput,
  VehicleSort,
} from '@sightline/contracts/vehicles/vehicle';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { scopeFor } from '../../platform/auth/entity-right.ts';
import type { AuditActionOf, Changes, ChangeWork } from '../../platform/database/changes.ts';
import { isDuplicate, type Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { ByteAnswer } from '../../platform/http/mount.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import { csvOfVehicles } from './vehicle-csv.ts';
import { confusedKey, plateKey } from '@sightline/domain/vehicles/plate-key';
import { tellVehicles } from './known/vehicle-list.synced.ts';
import { touchParts } from './known/vehicle-parts.repository.ts';
import { findSaved, tellSaved } from './unsaved/plate-readings.repository.ts';
import { presentVehicle } from './vehicles.presenter.ts';
import { plateChanged, vehicleLeaves, vehicleRemoved } from './vehicles.public.ts';
import * as repository from './vehicles.repository.ts';

const maxVehicles = 1_000_000;

/** What vehicles need from the rest of the server. */
export interface VehiclesDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  clock: Clock;
  hooks: Hooks;
}

interface VehiclesQuery extends VehicleFilter {
  limit: number;
  cursor?: string | undefined;
  sort: VehicleSort;
}

interface Task {
  actor: MemberActor;
  work: ChangeWork;
}

/** Vehicles that an organization knows. */
export type VehiclesService = ReturnType<typeof createVehiclesService>;

/** What the actor reads of vehicles: all of them, and the names of the sites that may be seen. */
const sightOf = (actor: MemberActor): repository.Sight => ({
  organizationId: actor.organizationId,
  places: scopeFor(actor, 'LocationView'),
});

const exportPage = 1_000;

/** All vehicles by their plates, page by page, each read in a transaction of its own. */
async function* allPages(
  database: Database,
  sight: repository.Sight,
  filter: VehicleFilter,
): AsyncGenerator<readonly repository.VehicleRow[]> {
  let after: string | undefined;
  for (;;) {
    const request = { ...filter, sort: 'plate' as const, ...pageRequest({ limit: exportPage, cursor: after }) };
    const { items, nextCursor } = await database.withOrganization(sight.organizationId, (trx) =>
      repository.listVehicles(trx, sight, request),
    );
    yield items;
    if (nextCursor === null) return;
    after = nextCursor;
  }
}

/** Vehicles as people manage them; whoever calls has OrganizationDatabaseVehiclesDirectory. */
export function createVehiclesService(deps: VehiclesDeps) {
  const { database, changes } = deps;
  const change = <T>(actor: MemberActor, run: (task: Task) => Promise<T>): Promise<T> =>
    changes
      .run({ organizationId: actor.organizationId, by: actor }, (work) => run({ actor, work }))
      .catch((error: unknown) => {
        if (isDuplicate(error, 'vehicles_key'))
          throw new AppError('plate_taken', { fields: ['plate'] }, { cause: error });
        throw error;
      });
  return {
    list: (actor: MemberActor, query: VehiclesQuery): Promise<Page<Vehicle>> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const page = await repository.listVehicles(trx, sightOf(actor), { ...query, ...pageRequest(query) });
        return { ...page, items: page.items.map(presentVehicle) };
      }),
    exportCsv: (actor: MemberActor, filter: VehicleFilter): ByteAnswer => ({
      body: csvOfVehicles(allPages(database, sightOf(actor), filter)),
      headers: { 'content-disposition': 'attachment; filename="vehicles.csv"' },
    }),
    create: (actor: MemberActor, input: VehicleInput): Promise<Vehicle> =>
      change(actor, (task) => create(deps, task, input)),
    update: (actor: MemberActor, plate: string, input: VehicleChangeInput): Promise<Vehicle> =>
      change(actor, (task) => update(deps, task, { plate, input })),
    remove: (actor: MemberActor, plate: string): Promise<Record<string, never>> =>
      change(actor, (task) => remove(deps, task, plate)),
  };
}

/** The audit and open screens hear of it. */
async function tell(
  { work }: Task,
  { id, plate }: { id: string; plate: string },
  action: AuditActionOf<'vehicle'>,
): Promise<void> {
  await work.audit({ action, entityKind: 'vehicle', entityId: id, entityName: plate.toUpperCase() });
  await work.announce({ kind: 'vehicles.changed' });
}

/** By which plates that were read are told to be this one. */
const confusedOf = (plate: string): string => confusedKey(plateKey(plate));

/** There are other plates than before: those that were read are of others now, and cores hear of it. */
async function followPlates(deps: VehiclesDeps, { actor, work }: Task, plates: readonly string[]): Promise<void> {
  const { organizationId } = actor;
  const confused = [...new Set(plates.map(confusedOf))];
  await findSaved(work.trx, organizationId, confused);
  await tellSaved(work.trx, organizationId, confused);
  await touchParts(work.trx, organizationId, confused);
  await tellVehicles(deps, work, { organizationId });
}

async function answer({ actor, work }: Task, id: string): Promise<Vehicle> {
  const row = await repository.findVehicle(work.trx, sightOf(actor), id);
  if (!row) throw new AppError('not_found');
  return presentVehicle(row);
}

async function create(deps: VehiclesDeps, task: Task, { lastSeen, edgeId, ...words }: VehicleInput): Promise<Vehicle> {
  const { trx } = task.work;
  const { organizationId } = task.actor;
  if ((await repository.countVehicles(trx, organizationId, maxVehicles)) >= maxVehicles)
    throw new AppError('too_many', { limit: maxVehicles });
  // Nothing was seen later than now, whatever a clock said.
  const seenAt = new Date(Math.min(lastSeen ?? 0, deps.clock()));
  const id = await repository.insertVehicle(trx, organizationId, { ...words, seenAt, edgeId });
  await followPlates(deps, task, [words.plate]);
  await tell(task, { id, plate: words.plate }, 'vehicle.create');
  return answer(task, id);
}

async function update(
  deps: VehiclesDeps,
  task: Task,
  { plate, input: { revision, ...words } }: { plate: string; input: VehicleChangeInput },
): Promise<Vehicle> {
  const { trx } = task.work;
  const { organizationId } = task.actor;
  const before = await repository.holdVehicle(trx, organizationId, plate);
  if (!before) throw new AppError('not_found');
  if (before.revision !== revision) throw new AppError('conflict', { revision: before.revision });
  await repository.updateVehicle(trx, { organizationId, id: before.id }, words);
  if (before.plate !== words.plate) {
    await followPlates(deps, task, [before.plate, words.plate]);
    await deps.hooks.of(plateChanged)(task.work, { organizationId, vehicleId: before.id });
  }
  await tell(task, { id: before.id, plate: words.plate }, 'vehicle.update');
  return answer(task, before.id);
}

async function remove(deps: VehiclesDeps, task: Task, plate: string): Promise<Record<string, never>> {
  const { trx } = task.work;
  const { organizationId } = task.actor;
  const row = await repository.holdVehicle(trx, organizationId, plate);
  if (!row) throw new AppError('not_found');
  await deps.hooks.of(vehicleLeaves)(trx, task.actor, row.id);
  await deps.hooks.of(vehicleRemoved)(task.work, { organizationId, vehicleId: row.id });
  await repository.deleteVehicle(trx, organizationId, row.id);
  await followPlates(deps, task, [row.plate]);
  await tell(task, row, 'vehicle.remove');
  return {};
}
