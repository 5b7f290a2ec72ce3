import { AppError } from '@sightline/contracts/shared/errors';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { holdEdge, operationsTopic } from '../edges/edges.public.ts';
import { holdPlace, type Place } from '../locations/locations.public.ts';
import { requireNotMovedIntoSight } from './camera-privacy.ts';
import { notifyCamera } from './sync/camera-sync.ts';
import { updateCamera } from './camera-writes.repository.ts';
import { requireCamera } from './cameras.policy.ts';
import { findCamera, type CameraRow } from './cameras.repository.ts';

/** What moving cameras needs from the rest of the server. */
export interface CameraMovesDeps {
  changes: Changes;
  bus: Bus;
}

interface MoveInput {
  cameraIds: readonly string[];
  locationId: string;
}

/** Moving cameras between the parts of a site. */
export type CameraMovesService = ReturnType<typeof createCameraMovesService>;

/** Moves several cameras at once, all or none; each stays at the location of its core or below it. */
export function createCameraMovesService({ changes, bus }: CameraMovesDeps) {
  return {
    move: (actor: MemberActor, input: MoveInput): Promise<{ moved: number }> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, async (work) => {
        const cameras = await movable(work, actor, input);
        const place = await holdPlace(work.trx, actor.organizationId, input.locationId);
        for (const camera of cameras)
          requireNotMovedIntoSight(
            actor,
            camera,
            requireCamera(actor, placeOf(place, camera), 'CameraEdit').entityPath,
          );
        const moving = cameras.filter(({ locationId }) => locationId !== input.locationId);
        await requireBelowCores(work, { actor, place, cameras: moving });
        for (const camera of moving) await moveOne(work, { actor, camera, locationId: input.locationId });
        const edgeIds = new Set(moving.map(({ edgeId }) => edgeId));
        for (const edgeId of edgeIds) work.afterCommit(() => bus.publish(operationsTopic, { edgeId }));
        return { moved: moving.length };
      }),
  };
}

/** A place as a camera of its core has it: a right on the core, or on the camera, counts there. */
const placeOf = (place: Place | undefined, { edgeId, id }: CameraRow): Place | undefined =>
  place && { ...place, entityPath: [...place.entityPath, edgeId, id] };

async function movable(work: ChangeWork, actor: MemberActor, { cameraIds }: MoveInput): Promise<CameraRow[]> {
  const found: CameraRow[] = [];
  for (const id of new Set(cameraIds))
    found.push(requireCamera(actor, await findCamera(work.trx, actor.organizationId, id), 'CameraEdit'));
  return found;
}

async function requireBelowCores(
  work: ChangeWork,
  { actor, place, cameras }: { actor: MemberActor; place: Place | undefined; cameras: readonly CameraRow[] },
): Promise<void> {
  // In one order, so that two moves at once do not wait for each other.
  const edgeIds = [...new Set(cameras.map(({ edgeId }) => edgeId))].toSorted((a, b) => (a < b ? -1 : 1));
  for (const edgeId of edgeIds) {
    const edge = await holdEdge(work.trx, actor.organizationId, edgeId);
    if (!edge || !place?.entityPath.includes(edge.locationId))
      throw new AppError('camera_not_below_core', { fields: ['locationId'] });
  }
}

async function moveOne(
  work: ChangeWork,
  { actor, camera, locationId }: { actor: MemberActor; camera: CameraRow; locationId: string },
): Promise<void> {
  const { organizationId } = actor;
  const { id: cameraId, edgeId } = camera;
  const revision = await updateCamera(work.trx, { organizationId, cameraId }, { locationId });
  await notifyCamera(work.trx, { organizationId, edgeId }, { cameraId, revision });
  await work.audit({
    action: 'camera.move',
    entityKind: 'camera',
    entityId: cameraId,
    data: { from: camera.locationId, to: locationId },
  });
  await work.announce({ kind: 'cameras.changed', cameraId, locationId, revision });
}
