import type {
  Location,
  LocationDeleteCheck,
  LocationInput,
  LocationUpdate,
} from '@sightline/contracts/locations/location';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import { isTimeZone } from '@sightline/domain/time/site-days';
import { announceRights, rightsChangedTopic, type RightsChange } from '../../platform/auth/rights-changes.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { gainedRight, requireLocation, visibleLocations } from './locations.policy.ts';
import { presentLocation } from './locations.presenter.ts';
import * as repository from './locations.repository.ts';

/** What locations need from the rest of the server. */
export interface LocationsDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  /** Cores must know the zone of their cameras' site, and whether faces are looked for there: told when one of them changes. */
  onCamerasConcerned: (
    change: ChangeWork,
    concerned: { organizationId: string; locationId: string; isOtherZone: boolean },
  ) => Promise<void>;
  /** What else belongs to a location goes with it. */
  onRemoved: (change: ChangeWork, place: { organizationId: string; locationId: string }) => Promise<void>;
  /** Asked before a location with everything below it gets another parent; throws what forbids it. `path`: its own afterwards. */
  requireMovable: (
    trx: Work,
    actor: MemberActor,
    move: { locationId: string; path: readonly string[] },
  ) => Promise<void>;
}

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  search?: string | undefined;
  outside?: string | undefined;
}

/** The tree of sites. */
export type LocationsService = ReturnType<typeof createLocationsService>;

/** Locations form a tree; everything on site lies at one of them. */
export function createLocationsService(deps: LocationsDeps) {
  const { database, changes, onCamerasConcerned } = deps;
  return {
    list: (actor: MemberActor, query: ListQuery): Promise<Page<Location>> =>
      database.withOrganization(actor.organizationId, (trx) => list(trx, actor, query)),
    get: (actor: MemberActor, id: string): Promise<Location> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const row = await repository.findSeenLocation(
          trx,
          { organizationId: actor.organizationId, sight: visibleLocations(actor) },
          id,
        );
        if (!row) throw new AppError('not_found');
        return presentLocation(row, actor);
      }),
    create: (actor: MemberActor, input: LocationInput): Promise<Location> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, (change) => create(change, actor, input)),
    update: (actor: MemberActor, id: string, input: LocationUpdate): Promise<Location> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, async (change) => {
        const before = requireLocation(
          actor,
          await repository.findLocation(change.trx, actor.organizationId, id),
          'LocationEdit',
        );
        await update(change, { deps, actor, before }, input);
        await notifyRights(change, { deps, actor, before }, input);
        if (concernsCameras(before, input)) {
          const isOtherZone = input.timeZone !== undefined && input.timeZone !== before.timeZone;
          await onCamerasConcerned(change, { organizationId: actor.organizationId, locationId: id, isOtherZone });
        }
        const after = requireLocation(
          actor,
          await repository.findLocation(change.trx, actor.organizationId, id),
          'LocationEdit',
        );
        return presentLocation(after, actor);
      }),
    deleteCheck: (actor: MemberActor, id: string): Promise<LocationDeleteCheck> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        requireLocation(actor, await repository.findLocation(trx, actor.organizationId, id), 'LocationDelete');
        return deleteCheck(trx, actor.organizationId, id);
      }),
    remove: (actor: MemberActor, id: string): Promise<Record<string, never>> =>
      changes.run({ organizationId: actor.organizationId, by: actor }, (change) => remove(change, { deps, actor }, id)),
  };
}

async function list(trx: Work, actor: MemberActor, query: ListQuery): Promise<Page<Location>> {
  const place = { organizationId: actor.organizationId, sight: visibleLocations(actor) };
  const request = { ...pageRequest(query), search: query.search, outside: query.outside };
  const page = await repository.listLocations(trx, place, request);
  return { ...page, items: page.items.map((row) => presentLocation(row, actor)) };
}

async function remove(
  change: ChangeWork,
  { deps, actor }: { deps: LocationsDeps; actor: MemberActor },
  id: string,
): Promise<Record<string, never>> {
  const { trx, audit, announce } = change;
  const place = { organizationId: actor.organizationId, locationId: id };
  await repository.lockTree(trx, actor.organizationId);
  const row = requireLocation(actor, await repository.findLocation(trx, actor.organizationId, id), 'LocationDelete');
  // Whoever is just putting a core or a camera there comes first, and is counted.
  await repository.holdLocation(trx, place, 'update');
  if (!(await deleteCheck(trx, actor.organizationId, id)).allowed) throw new AppError('location_not_empty');
  await deps.onRemoved(change, place);
  await repository.deleteLocation(trx, actor.organizationId, id);
  await audit({ action: 'location.remove', entityKind: 'location', entityId: id, data: { name: row.name } });
  await announce({ kind: 'locations.removed', locationId: id });
  return {};
}

async function deleteCheck(trx: Work, organizationId: string, id: string): Promise<LocationDeleteCheck> {
  const counts = await repository.countAtLocation(trx, organizationId, id);
  return { allowed: Object.values(counts).every((count) => count === 0), ...counts };
}

/** Whether a change is one that the cores must know. */
const concernsCameras = (before: repository.LocationRow, { timeZone, faceRecognition }: LocationUpdate): boolean =>
  (timeZone !== undefined && timeZone !== before.timeZone) ||
  (faceRecognition !== undefined && faceRecognition !== before.faceRecognition);

async function create(change: ChangeWork, actor: MemberActor, input: LocationInput): Promise<Location> {
  requireTimeZone(input.timeZone);
  // The one above is neither deleted nor moved meanwhile.
  if (input.parentId !== null) await repository.lockTree(change.trx, actor.organizationId);
  const parentPath = await pathOfParent(change.trx, actor, input.parentId);
  const id = await repository.insertLocation(change.trx, actor.organizationId, { ...input, parentPath });
  await change.audit({
    action: 'location.create',
    entityKind: 'location',
    entityId: id,
    data: { name: input.name, parentId: input.parentId },
  });
  await change.announce({ kind: 'locations.changed', locationId: id });
  const row = await repository.findLocation(change.trx, actor.organizationId, id);
  if (!row) throw new AppError('not_found');
  return presentLocation(row, actor);
}

interface UpdateTarget {
  deps: LocationsDeps;
  actor: MemberActor;
  before: repository.LocationRow;
}

async function update(
  change: ChangeWork,
  target: UpdateTarget,
  { id: told, revision, ...input }: LocationUpdate,
): Promise<void> {
  const { deps, actor, before } = target;
  if (told !== undefined && told !== before.id) throw new AppError('validation_failed', { fields: ['id'] });
  const place = { organizationId: actor.organizationId, locationId: before.id };
  if (input.timeZone !== undefined) requireTimeZone(input.timeZone);
  const set = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  ) as Partial<repository.LocationValues>;
  if (input.parentId !== undefined && input.parentId !== before.parentId) {
    await repository.lockTree(change.trx, actor.organizationId);
    const parentPath = await pathOfParent(change.trx, actor, input.parentId);
    if (parentPath.includes(before.id)) throw new AppError('location_parent_invalid');
    const path = [...parentPath, before.id];
    // Nobody comes to see cameras by moving them to where they may.
    const permission = gainedRight(actor, { before: before.entityPath, after: path });
    if (permission !== undefined && (await repository.hasDevices(change.trx, place)))
      throw new AppError('forbidden', { permission });
    await deps.requireMovable(change.trx, actor, { locationId: before.id, path });
    await repository.movePaths(change.trx, place, path);
    if (await repository.hasCameraOutsideCore(change.trx, place))
      throw new AppError('camera_not_below_core', { fields: ['parentId'] });
  }
  if (!(await repository.updateLocation(change.trx, { ...place, revision }, set))) throw new AppError('conflict');
  await change.audit({ action: 'location.update', entityKind: 'location', entityId: before.id, data: set });
  await change.announce({ kind: 'locations.changed', locationId: before.id });
}

/** Whose rights a change makes others. */
async function notifyRights(
  change: ChangeWork,
  { deps, actor, before }: UpdateTarget,
  input: LocationUpdate,
): Promise<void> {
  const { organizationId } = actor;
  // What lies below is now inside other grants than before.
  if (input.parentId !== undefined && input.parentId !== before.parentId)
    await announceRights(change, deps.bus, { organizationId, userIds: null });
  if (input.localLiveStream === undefined || input.localLiveStream === before.localLiveStream) return;
  const changed: RightsChange = { organizationId, userIds: null };
  change.afterCommit(() => deps.bus.publish(rightsChangedTopic, changed));
}

function requireTimeZone(timeZone: string): void {
  if (!isTimeZone(timeZone)) throw new AppError('time_zone_unknown');
}

async function pathOfParent(trx: Work, actor: MemberActor, parentId: string | null): Promise<string[]> {
  if (parentId === null) return [];
  // One that the actor cannot see, or of another organization, is answered like one that does not exist.
  return requireLocation(actor, await repository.findLocation(trx, actor.organizationId, parentId), 'LocationView')
    .entityPath;
}
