import type { Building, Floor } from '@sightline/contracts/floors/floor';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { UrlSigner } from '../../platform/signed-urls/signed-urls.ts';
import { cameraPaths } from '../cameras/cameras.public.ts';
import { mayEditAt, seesCamera } from './floors.policy.ts';
import { presentBuilding, presentFloor } from './floors.presenter.ts';
import * as repository from './floors.repository.ts';

/** What presenting floors needs. */
export interface FloorReading {
  signer: UrlSigner;
  clock: Clock;
}

/** What stands on floors, without cameras that the actor may not see or that exist no more. */
async function seenOn(trx: Work, actor: MemberActor, floorIds: readonly string[]): Promise<repository.PlacedRow[]> {
  const placed = await repository.placedOn(trx, actor.organizationId, floorIds);
  const paths = await cameraPaths(
    trx,
    actor.organizationId,
    placed.map(({ cameraId }) => cameraId),
  );
  return placed.filter(({ cameraId }) => {
    const path = paths.get(cameraId);
    return path !== undefined && seesCamera(actor, path);
  });
}

/** Buildings as the actor may see them. */
export async function readBuildings(
  trx: Work,
  actor: MemberActor,
  rows: readonly repository.BuildingRow[],
): Promise<Building[]> {
  const floors = await repository.floorsOf(
    trx,
    actor.organizationId,
    rows.map(({ id }) => id),
  );
  const placed = await seenOn(
    trx,
    actor,
    floors.map(({ id }) => id),
  );
  return rows.map((row) => presentBuilding(row, { floors, placed, mayEdit: mayEditAt(actor, row.entityPath) }));
}

/** One building that was just found. */
export async function readBuilding(trx: Work, actor: MemberActor, row: repository.BuildingRow): Promise<Building> {
  const [building] = await readBuildings(trx, actor, [row]);
  if (!building) throw new AppError('not_found');
  return building;
}

/** A floor as it is now, as the actor may see it. */
export async function readFloor(
  trx: Work,
  actor: MemberActor,
  { signer, clock, floorId }: FloorReading & { floorId: string },
): Promise<Floor> {
  const row = await repository.findFloor(trx, actor.organizationId, floorId);
  if (!row) throw new AppError('not_found');
  const placed = await seenOn(trx, actor, [floorId]);
  const sign = (path: string): string =>
    signer.sign(path, { sessionId: actor.sessionId, organizationId: actor.organizationId }, clock());
  return presentFloor(row, { placed, mayEdit: mayEditAt(actor, row.entityPath), sign });
}
