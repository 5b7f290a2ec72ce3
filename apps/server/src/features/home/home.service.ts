import type { HomeLocation, HomeLocations } from '@sightline/contracts/home/home';
import type { HomeDay, HomeFacts, HomeStorage } from '@sightline/contracts/home/home-facts';
import type { Scope } from '@sightline/domain/permissions/grant';
import { createHash } from 'node:crypto';
import { AppError } from '@sightline/contracts/shared/errors';
import { carriedScope, mayAt, scopeFor } from '../../platform/auth/entity-right.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { readShown } from '../../platform/database/shown-status.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { coreAnswersOf } from '../attention/attention.public.ts';
import { cameraPaths, countStates } from '../cameras/cameras.public.ts';
import { createFactsShelf } from './facts-shelf.ts';
import * as facts from './home-facts.ts';
import * as factRows from './home-facts.repository.ts';
import { countCores, isInSight, locationsOfHome, pairedCores, type HomeLocationRow } from './home.repository.ts';

/** More than this is no tree that anybody looks through. */
const maxLocations = 5_000;

/** The last day of so many takes a while to reckon. */
const manyCameras = 1_000;

/** The home of sites. */
export type HomeService = ReturnType<typeof createHomeService>;

/** What home is told from: what is kept, and what cores say of their disks. */
export interface HomeDeps {
  database: Database;
  clock: Clock;
  edges: EdgeCommands;
}

/** Everything that home, tree and map show of the sites, in one answer, and the facts above them. */
export function createHomeService(deps: HomeDeps) {
  const { database } = deps;
  return {
    ...createFactsService(deps),
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

/** How the last day was recorded, and how long disks last. */
function createFactsService({ database, clock, edges }: HomeDeps) {
  const answers = coreAnswersOf({ edges, clock });
  const shelf = createFactsShelf<HomeFacts>(clock, ({ cameras }) => cameras >= manyCameras);
  return {
    facts: (actor: MemberActor): Promise<HomeFacts> => {
      const { range, place } = lastDay(actor, clock());
      const { organizationId, scope } = place;
      return shelf.get(keyOf(organizationId, scope), () =>
        database.withOrganization(organizationId, async (trx) => {
          const { row, longest } = await factRows.factsOf(trx, place);
          return facts.presentFacts(range, row, longest);
        }),
      );
    },
    day: (actor: MemberActor, locationId: string): Promise<HomeDay> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const { organizationId } = actor;
        const sight = { full: scopeFor(actor, 'LocationView'), carried: carriedScope(actor) };
        if (!(await isInSight(trx, { organizationId, sight }, locationId))) throw new AppError('not_found');
        const { range, place } = lastDay(actor, clock());
        return facts.presentDay(range, await factRows.dayOfLocation(trx, place, locationId));
      }),
    storage: async (actor: MemberActor): Promise<HomeStorage> => {
      const { organizationId } = actor;
      const scope = scopeFor(actor, 'CoreView');
      const cores = await database.withOrganization(organizationId, (trx) =>
        pairedCores(trx, { organizationId, scope }),
      );
      const linked = cores.filter(({ isLinked }) => isLinked).map(({ id }) => id);
      const told = await answers.of(organizationId, linked);
      const cameraIds = [...told.values()].flatMap(
        ({ storage }) => storage?.cameras.map(({ cameraId }) => cameraId) ?? [],
      );
      const paths = await database.withOrganization(organizationId, (trx) =>
        cameraPaths(trx, organizationId, [...new Set(cameraIds)]),
      );
      const isSeen = ({ cameraId }: { cameraId: string }): boolean =>
        mayAt(actor, 'CameraView', paths.get(cameraId) ?? []);
      return facts.presentStorage(
        cores.map(({ id, name }) => {
          const storage = told.get(id)?.storage ?? null;
          return { id, name, storage: storage && { cameras: storage.cameras.filter(isSeen) } };
        }),
      );
    },
  };
}

/** Those who may play back the same cameras are told the same. */
const keyOf = (organizationId: string, { whole, locationIds, coreIds, cameraIds }: Scope): string => {
  const of = whole ? 'whole' : [locationIds, coreIds, cameraIds].map((ids) => ids.toSorted());
  return createHash('sha256')
    .update(JSON.stringify([organizationId, of]))
    .digest('base64');
};

/** The last 24 hours, of cameras that may be played back. */
function lastDay(actor: MemberActor, nowUtcMs: number) {
  const range = { fromUtcMs: nowUtcMs - facts.factsMs, toUtcMs: nowUtcMs };
  const place = {
    organizationId: actor.organizationId,
    scope: scopeFor(actor, 'PlaybackView'),
    from: new Date(range.fromUtcMs),
    to: new Date(range.toUtcMs),
  };
  return { range, place };
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
