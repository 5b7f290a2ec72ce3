import { syncedKinds, type SyncedContent } from '@sightline/contracts/link/synced-kinds';
import type { Work } from '../../platform/database/database.ts';
import { createSharedEntity, followShared } from '../edges/edges.public.ts';
import { coresAround, coresOf, locationNames, locationsOfCore } from './location-privacy.repository.ts';

/** What people want at the locations of a core's cameras; a core hears of no other location. */
export const locationPrivacy = createSharedEntity({
  kind: 'locationPrivacy',
  schema: syncedKinds.locationPrivacy,
  sight: 'LocationView',
  list: async (trx, core, only) =>
    (await locationsOfCore(trx, core, only)).map(({ id, faceRecognition }) => ({
      id,
      content: { faceRecognition } satisfies SyncedContent<'locationPrivacy'>,
    })),
  named: async (trx, organizationId, ids) =>
    new Map((await locationNames(trx, organizationId, ids)).map(({ id, name, path }) => [id, { name, path }])),
});

/** Faces are wanted at a location, or not any more: answers the cores that were told of it as of a location. */
export const notifyLocationPrivacy = async (
  trx: Work,
  place: { organizationId: string; locationId: string },
): Promise<string[]> =>
  followShared(trx, locationPrivacy, {
    organizationId: place.organizationId,
    edgeIds: await coresAround(trx, place),
  });

/** The organization allows faces to be recognised, or does not any more: answers the cores that were told of their locations anew. */
export const notifyAllPrivacy = async (trx: Work, organizationId: string): Promise<string[]> =>
  followShared(trx, locationPrivacy, { organizationId, edgeIds: await coresOf(trx, organizationId) });

/** A core has cameras at other locations than before. To be called before it is told of the cameras themselves. */
export const notifyLocationsOfCore = (trx: Work, core: { organizationId: string; edgeId: string }): Promise<string[]> =>
  followShared(trx, locationPrivacy, { organizationId: core.organizationId, edgeIds: [core.edgeId] });
