import type { Building, BuildingUpdate } from '@sightline/contracts/floors/floor';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Log } from '../../platform/log/log.ts';
import { findPlace } from '../locations/locations.public.ts';
import { removePlans } from './floor-plans.service.ts';
import { requireAt } from './floors.policy.ts';
import { readBuilding, readBuildings } from './floors.reading.ts';
import * as repository from './floors.repository.ts';

/** What buildings need from the rest of the server. */
export interface BuildingsDeps {
  database: Database;
  changes: Changes;
  blobs: Blobs;
  log: Log;
}

const maxBuildings = 100;

/** Buildings of locations. */
export type BuildingsService = ReturnType<typeof createBuildingsService>;

/** A location has buildings, a building has floors. */
export function createBuildingsService(deps: BuildingsDeps) {
  const { database, changes } = deps;
  return {
    list: (actor: MemberActor, locationId: string): Promise<{ items: Building[] }> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        requireAt(actor, await findPlace(trx, actor.organizationId, locationId), 'LocationView');
        return {
          items: await readBuildings(trx, actor, await repository.buildingsOf(trx, actor.organizationId, locationId)),
        };
      }),
    get: (actor: MemberActor, id: string): Promise<Building> =>
      database.withOrganization(actor.organizationId, async (trx) =>
        readBuilding(
          trx,
          actor,
          requireAt(actor, await repository.findBuilding(trx, actor.organizationId, id), 'LocationView'),
        ),
      ),
    create: (actor: MemberActor, locationId: string, input: { name: string }): Promise<Building> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, (work) =>
        create(work, actor, { locationId, ...input }),
      ),
    update: (actor: MemberActor, id: string, input: BuildingUpdate): Promise<Building> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, (work) => update(work, actor, { id, ...input })),
    remove: (actor: MemberActor, id: string): Promise<Record<string, never>> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, async (work) => {
        const { organizationId } = actor;
        const row = requireAt(actor, await repository.findBuilding(work.trx, organizationId, id), 'LocationEdit');
        const floors = await repository.floorsOf(work.trx, organizationId, [id]);
        await repository.deleteBuilding(work.trx, organizationId, id);
        await work.audit({ action: 'building.remove', entityKind: 'building', entityId: id, data: { name: row.name } });
        await work.announce({ kind: 'locations.changed', locationId: row.locationId });
        removePlans(
          deps,
          work,
          floors.map(({ planKey }) => planKey),
        );
        return {};
      }),
  };
}

/** Buildings of a site that is deleted go with it, and so do the plans of their floors. */
export async function removeBuildingsAt(
  deps: { blobs: Blobs; log: Log },
  work: ChangeWork,
  { organizationId, locationId }: { organizationId: string; locationId: string },
): Promise<void> {
  const ids = (await repository.buildingsOf(work.trx, organizationId, locationId)).map(({ id }) => id);
  const floors = await repository.floorsOf(work.trx, organizationId, ids);
  for (const id of ids) await repository.deleteBuilding(work.trx, organizationId, id);
  removePlans(
    deps,
    work,
    floors.map(({ planKey }) => planKey),
  );
}

async function create(
  { trx, audit, announce }: ChangeWork,
  actor: MemberActor,
  input: { locationId: string; name: string },
): Promise<Building> {
  const { organizationId } = actor;
  const place = requireAt(actor, await findPlace(trx, organizationId, input.locationId), 'LocationEdit');
  const beside = await repository.buildingsOf(trx, organizationId, place.id);
  if (beside.length >= maxBuildings) throw new AppError('too_many');
  const id = await repository.insertBuilding(trx, organizationId, input);
  await audit({ action: 'building.create', entityKind: 'building', entityId: id, data: { name: input.name } });
  await announce({ kind: 'locations.changed', locationId: place.id });
  return readBuilding(
    trx,
    actor,
    requireAt(actor, await repository.findBuilding(trx, organizationId, id), 'LocationEdit'),
  );
}

async function update(
  { trx, audit, announce }: ChangeWork,
  actor: MemberActor,
  input: BuildingUpdate & { id: string },
): Promise<Building> {
  const { organizationId } = actor;
  const { id, name, revision } = input;
  const before = requireAt(actor, await repository.findBuilding(trx, organizationId, id), 'LocationEdit');
  if (!(await repository.updateBuilding(trx, { organizationId, id, revision }, { name })))
    throw new AppError('conflict');
  await audit({ action: 'building.update', entityKind: 'building', entityId: id, data: { name } });
  await announce({ kind: 'locations.changed', locationId: before.locationId });
  return readBuilding(
    trx,
    actor,
    requireAt(actor, await repository.findBuilding(trx, organizationId, id), 'LocationEdit'),
  );
}
