import { AppError } from '@sightline/contracts/shared/errors';
import type { Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeRef } from '../edges/edges.public.ts';
import { findPlace, type Place } from '../locations/locations.public.ts';
import { requireCamera } from './cameras.policy.ts';

/** A camera lies at the location of its core or below it. Throws `not_found` and `camera_not_below_core`. */
export function requireBelowEdge(place: Place, edge: EdgeRef | undefined): EdgeRef {
  if (!edge) throw new AppError('not_found', { fields: ['edgeId'] });
  if (!place.entityPath.includes(edge.locationId))
    throw new AppError('camera_not_below_core', { fields: ['locationId'] });
  return edge;
}

/** A place as a camera of this core has it: a right on the core counts there. */
export const placeOn = (place: Place | undefined, edgeId: string | undefined): Place | undefined =>
  place && edgeId !== undefined ? { ...place, entityPath: [...place.entityPath, edgeId] } : place;

/** The place for a new camera. Throws `not_found` and `forbidden`. */
export const placeFor = async (
  trx: Work,
  actor: MemberActor,
  at: { locationId: string; edgeId: string | undefined },
): Promise<Place> =>
  requireCamera(actor, placeOn(await findPlace(trx, actor.organizationId, at.locationId), at.edgeId), 'CameraCreate');
