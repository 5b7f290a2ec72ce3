import type { HomeLocation, HomeLocations } from '@sightline/contracts/home/home';
import { carriedScope, mayAt, scopeFor } from '../../platform/auth/entity-right.ts';
import type { Database } from '../../platform/database/database.ts';
import { readShown } from '../../platform/database/shown-status.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { countStates } from '../cameras/cameras.public.ts';
import { countCores, locationsOfHome, type HomeLocationRow } from './home.repository.ts';

/** More than this is no tree that anybody looks through. */
const maxLocations = 5_000;

/** The home of sites. */
export type HomeService = ReturnType<typeof createHomeService>;

/** Everything that home, tree and map show of the sites, in one answer. */
export function createHomeService({ database }: { database: Database }) {
  return {
    locations: (actor: MemberActor): Promise<HomeLocations> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const { organizationId } = actor;
        const sight = { full: scopeFor(actor, 'LocationView'), carried: carriedScope(actor) };
        const rows = await locationsOfHome(trx, { organizationId, sight }, maxLocations);
        const cores = await countCores(trx, { organizationId, scope: scopeFor(actor, 'CoreView') });
        const states = await countStates(trx, { organizationId, scope: scopeFor(actor, 'CameraView') });
        const coresAt = new Map(cores.map(({ locationId, total, online }) => [locationId, { total, online }]));
        const camerasAt = new Map<string, HomeLocation['cameras']>();
        for (const { locationId, state, count } of states)
          camerasAt.set(locationId, { ...camerasAt.get(locationId), [state]: count });
        const items = rows.slice(0, maxLocations).map((row): HomeLocation => ({
          ...presentPlace(row, actor),
          cores: coresAt.get(row.id) ?? { total: 0, online: 0 },
          cameras: camerasAt.get(row.id) ?? {},
        }));
        return { items, isCut: rows.length > maxLocations };
      }),
  };
}

function presentPlace(row: HomeLocationRow, actor: MemberActor): Omit<HomeLocation, 'cores' | 'cameras'> {
  const { id, name, parentId, timeZone, revision, latitude, longitude, entityPath } = row;
  const isSeen = mayAt(actor, 'LocationView', entityPath);
  return {
    id,
    name,
    parentId,
    timeZone,
    revision,
    address: isSeen ? row.address : null,
    city: isSeen ? row.city : null,
    coordinates: isSeen && latitude !== null && longitude !== null ? { lat: latitude, lon: longitude } : null,
    status: isSeen ? readShown(row, row.createdAt) : null,
    isNameOnly: !isSeen,
    can: { edit: mayAt(actor, 'LocationEdit', entityPath), remove: mayAt(actor, 'LocationDelete', entityPath) },
  };
}
