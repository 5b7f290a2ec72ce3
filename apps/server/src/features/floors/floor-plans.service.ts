import type { Floor } from '@sightline/contracts/floors/floor';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberOf } from '../../platform/auth/held-open.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { ByteAnswer } from '../../platform/http/mount.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Log } from '../../platform/log/log.ts';
import type { SignedRequest } from '../../platform/signed-urls/signed-urls.ts';
import { requireAt } from './floors.policy.ts';
import { planPath } from './floors.presenter.ts';
import { readFloor, type FloorReading } from './floors.reading.ts';
import * as repository from './floors.repository.ts';
import { readPlanImage } from './plan-image.ts';

/** What plans need from the rest of the server. */
export interface FloorPlansDeps extends FloorReading {
  database: Database;
  changes: Changes;
  blobs: Blobs;
  log: Log;
  memberOf: MemberOf;
}

/** Pictures of floors. */
export type FloorPlansService = ReturnType<typeof createFloorPlansService>;

/** Plans come in as pictures that are checked byte by byte, and go out by signed addresses. */
export function createFloorPlansService(deps: FloorPlansDeps) {
  return {
    set: (actor: MemberActor, floorId: string, file: Uint8Array): Promise<Floor> =>
      setPlan(deps, actor, { floorId, file }),
    read: (floorId: string, asked: SignedRequest): Promise<ByteAnswer> => readPlan(deps, floorId, asked),
  };
}

/** Files that nothing points to any more go once the change is sure; one that stays is only space. */
export function removePlans(
  { blobs, log }: { blobs: Blobs; log: Log },
  work: ChangeWork,
  keys: readonly (string | null)[],
): void {
  for (const key of keys) {
    if (key === null) continue;
    work.afterCommit(
      () =>
        void blobs
          .remove(key)
          .catch((error: unknown) => log.warn({ err: error, key }, 'the plan of a floor could not be removed')),
    );
  }
}

async function setPlan(
  deps: FloorPlansDeps,
  actor: MemberActor,
  { floorId, file }: { floorId: string; file: Uint8Array },
): Promise<Floor> {
  const { organizationId } = actor;
  const find = async (trx: ChangeWork['trx']) =>
    requireAt(actor, await repository.findFloor(trx, organizationId, floorId), 'LocationEdit');
  // Who may not change it learns nothing of the file.
  await deps.database.withOrganization(organizationId, find);
  const image = readPlanImage(file);
  const planKey = `o/${organizationId}/floor-plans/${floorId}/${newId()}.${image.extension}`;
  await deps.blobs.put(planKey, file);
  const plan = { planKey, planType: image.mediaType, planWidthPx: image.widthPx, planHeightPx: image.heightPx };
  try {
    return await deps.changes.run({ organizationId, by: actor }, async (work) => {
      const before = await find(work.trx);
      await repository.updateFloor(work.trx, { organizationId, id: floorId }, plan);
      await work.audit({
        action: 'floor.setPlan',
        entityKind: 'floor',
        entityId: floorId,
        data: { name: before.name, bytes: file.byteLength },
      });
      await work.announce({ kind: 'locations.changed', locationId: before.locationId });
      removePlans(deps, work, [before.planKey]);
      return readFloor(work.trx, actor, { ...deps, floorId });
    });
  } catch (error) {
    await deps.blobs.remove(planKey);
    throw error;
  }
}

async function readPlan(deps: FloorPlansDeps, floorId: string, { query, address }: SignedRequest): Promise<ByteAnswer> {
  const signedFor = deps.signer.verify(planPath(floorId), query, deps.clock());
  const actor = signedFor && (await deps.memberOf({ ...signedFor, address }));
  if (!actor) throw new AppError('not_found');
  const row = await deps.database.withOrganization(actor.organizationId, async (trx) =>
    requireAt(actor, await repository.findFloor(trx, actor.organizationId, floorId), 'LocationView'),
  );
  const body = row.planKey === null ? null : await deps.blobs.read(row.planKey);
  if (body === null || row.planType === null) throw new AppError('not_found');
  return { body, headers: { 'content-type': row.planType, 'cache-control': 'private, max-age=300' } };
}
