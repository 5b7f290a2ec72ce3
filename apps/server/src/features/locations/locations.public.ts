import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import { hookPoint } from '../../platform/features/hooks.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { findLocation, holdLocation } from './locations.repository.ts';

/** A place that other things lie at: its path (root first, itself last) decides who may do what there. */
export interface Place {
  id: string;
  timeZone: string;
  entityPath: string[];
}

/** Finds a location by id; undefined when it does not exist in this organization. */
export const findPlace = (trx: Work, organizationId: string, locationId: string): Promise<Place | undefined> =>
  findLocation(trx, organizationId, locationId);

/** As `findPlace`, for whoever puts something there: until the transaction ends the location is neither deleted nor moved. To be called before a core is held. */
export async function holdPlace(trx: Work, organizationId: string, locationId: string): Promise<Place | undefined> {
  await holdLocation(trx, { organizationId, locationId }, 'share');
  return findLocation(trx, organizationId, locationId);
}

interface LocationAt {
  organizationId: string;
  locationId: string;
}

/** Something of a site changed that the cores of its cameras must know: its zone (`isOtherZone`), or whether faces are looked for. */
export const camerasConcerned =
  hookPoint<[change: ChangeWork, concerned: LocationAt & { isOtherZone: boolean }]>('locations.camerasConcerned');

/** A location is being removed; what else belongs to it goes with it. */
export const locationRemoved = hookPoint<[change: ChangeWork, place: LocationAt]>('locations.removed');

/** Before a location with everything below it gets another parent; throws what forbids it. `path`: its own afterwards. */
export const locationMoves =
  hookPoint<[trx: Work, actor: MemberActor, move: { locationId: string; path: readonly string[] }]>('locations.moves');

/** Whether faces are wanted where the cameras of a core are, as it is told. */
export { locationPrivacy, notifyLocationsOfCore } from './location-privacy.synced.ts';
