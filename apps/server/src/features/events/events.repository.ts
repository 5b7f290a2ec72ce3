import type { Page } from '@sightline/contracts/shared/paging';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { toPage, type PageRequest } from '../../platform/database/page.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import {
  asksNothing,
  classOf,
  factsOf,
  plateCondition,
  rangeOf,
  type CameraChoice,
  type EventFilter,
  type EventSearch,
} from './search/event-filter.repository.ts';
import { hoursOf, type CameraHours } from './search/event-hours.repository.ts';
import { completeRows, narrowColumns, type EventRow, type NarrowRow } from './event-rows.repository.ts';

/** Cameras are looked at one by one when they are this few, or fewer than the root of all. */
const fewCameras = 8;
/** Events that are looked at in order to count; beyond it the count says "at least". */
const countedEvents = 10_001;
const countedOfCameras = { all: 2_500, minEach: 500 };
const countLimit = 10_000;
/** Reading on is cheaper than asking the hours when a page is no more than this many times what was counted. */
const rareFactor = 4;

/** Rare events are looked for in this much of the newest time first; ranges without an end reach two days ahead. */
const rareFirstMs = 6 * 86_400_000;
/** Then in so many times the time that ought to hold what a page lacks. */
const rareMargin = 1.3;

interface Place {
  organizationId: string;
  scope: Scope;
}

/** Which cameras a search is about: those inside the scope that the filter names. Deleted ones count, their events are still there. */
export async function chooseCameras(
  trx: Work,
  { organizationId, scope, leftOut }: Place & { leftOut: readonly string[] },
  filter: EventFilter,
): Promise<CameraChoice> {
  const { cameraIds, locationId, zoneIds } = filter;
  const byZone = zoneIds === undefined ? null : await camerasOfZones(trx, organizationId, zoneIds);
  if (scope.whole && cameraIds === undefined && locationId === undefined && byZone === null && leftOut.length === 0)
    return { all: true };
  const named = (ids: readonly string[] | null | undefined): RawBuilder<SqlBool> =>
    ids ? sql<SqlBool>`c.id = any (${[...ids]}::uuid[])` : sql<SqlBool>`true`;
  const below = locationId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${locationId}::uuid = any (l.path)`;
  const { rows } = await sql<{ id: string; isChosen: boolean }>`
    select c.id, coalesce(${insideScope(scope, { organizationId, location: sql`c.location_id`, core: sql`c.edge_id`, camera: sql`c.id` })} and ${below} and ${named(cameraIds)} and ${named(byZone)}
      and not c.id = any (${[...leftOut]}::uuid[]), false) as is_chosen
    from cameras c join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where c.organization_id = ${organizationId}::uuid`.execute(trx);
  const ids = rows.filter((row) => row.isChosen).map((row) => row.id);
  return { all: false, ids, isFew: ids.length <= Math.max(fewCameras, Math.sqrt(rows.length)) };
}

/** Cameras whose settings keep their events out of searches, or out of comparisons of this kind. Nearly always none. */
export async function camerasNotSearched(
  trx: Work,
  organizationId: string,
  by: 'appearance' | 'face' | undefined,
): Promise<string[]> {
  const isOff = (name: string): RawBuilder<SqlBool> =>
    sql<SqlBool>`c.settings -> 'cameraSearchSettings' ->> ${sql.lit(name)} = 'false'`;
  const compared = by === undefined ? [] : [isOff(by === 'face' ? 'comparesFaces' : 'comparesLooks')];
  const { rows } = await sql<{ id: string }>`
    select c.id from cameras c where c.organization_id = ${organizationId}::uuid and (${sql.join([isOff('isSearchable'), ...compared], sql` or `)})`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Cameras that have these zones; null when one of the zones is gone, so that nobody knows whose it was. */
async function camerasOfZones(trx: Work, organizationId: string, zoneIds: readonly string[]): Promise<string[] | null> {
  const { rows } = await sql<{ id: string; zoneId: string }>`
    select c.id, zone ->> 'id' as zone_id from cameras c cross join jsonb_array_elements(c.analysis -> 'definedZones') as zone
    where c.organization_id = ${organizationId}::uuid and zone ->> 'id' = any (${[...zoneIds]}::text[])`.execute(trx);
  const found = new Set(rows.map((row) => row.zoneId));
  return zoneIds.every((zoneId) => found.has(zoneId)) ? [...new Set(rows.map((row) => row.id))] : null;
}

interface Wanted {
  conditions: readonly RawBuilder<SqlBool>[];
  limit: number;
}

/** Matching events, newest first. */
function newest(search: EventSearch, { conditions, limit }: Wanted): RawBuilder<NarrowRow> {
  const wanted = sql.join([factsOf(search), ...plateCondition(search), ...conditions], sql` and `);
  const { cameras } = search;
  const order = sql`order by started_at desc, id desc limit ${limit}`;
  const from = (ofCamera?: RawBuilder<unknown>): RawBuilder<NarrowRow> =>
    sql<NarrowRow>`select ${narrowColumns} from events e where ${rangeOf(search, 'e', ofCamera)} and ${wanted} ${order}`;
  if (cameras.all || !cameras.isFew || search.plates?.isAll === true) return from();
  return sql<NarrowRow>`select one.* from unnest(${[...cameras.ids]}::uuid[]) as wanted (camera_id)
    cross join lateral (${from(sql`wanted.camera_id`)}) as one ${order}`;
}

/** What was found at once: a page, and how many there are. */
interface Found {
  rows: NarrowRow[];
  counted: Page<never>['total'];
}

/** A page of the events of known plates, and their number, in one look. Null where the plates have more events than are looked at, or are not known. */
async function findOfPlates(trx: Work, search: EventSearch, { conditions, limit }: Wanted): Promise<Found | null> {
  if (search.plates?.isAll !== true) return null;
  const order = sql`order by e.started_at desc, e.id desc`;
  // Found by plate, because the planner would rather read everything newest first.
  const { rows } = await sql<NarrowRow & { looked: number; value: number; id: string | null }>`
    with of_plates as materialized (
      select * from events e where ${sql.join([rangeOf(search, 'e'), ...plateCondition(search)], sql` and `)} ${order} limit ${countedEvents}
    ), matching as materialized (select * from of_plates e where ${factsOf(search)})
    select looked.looked, looked.value, one.* from (select (select count(*) from of_plates) as looked, (select count(*) from matching) as value) as looked
      left join lateral (select ${narrowColumns} from matching e where ${sql.join([sql`true`, ...conditions], sql` and `)} ${order} limit ${limit}) as one on true`.execute(
    trx,
  );
  const { looked, value } = rows[0] ?? { looked: 0, value: 0 };
  return looked === countedEvents
    ? null
    : { rows: rows.filter((row) => row.id !== null), counted: { value, relation: 'exact' } };
}

/** Matching events of some hours of cameras, newest first. */
function newestIn(
  search: EventSearch,
  { cameraIds, hours }: CameraHours,
  { conditions, limit }: Wanted,
): RawBuilder<NarrowRow> {
  const order = sql`order by started_at desc, id desc limit ${limit}`;
  const starts = hours.map((hour) => hour.toISOString());
  return sql<NarrowRow>`select one.* from unnest(${cameraIds}::uuid[], ${starts}::timestamptz[]) as wanted (camera_id, hour) cross join lateral (
      select ${narrowColumns} from events e where ${rangeOf(search, 'e', sql`wanted.camera_id`)}
        and e.started_at >= wanted.hour and e.started_at < wanted.hour + interval '1 hour'
        and ${sql.join([factsOf(search), ...conditions], sql` and `)} ${order}) as one ${order}`;
}

/** How far back to look next for what a page lacks, by how many events lie between the newest one and an instant. As far again at least: asking costs too. */
function nextReachMs(
  rows: readonly NarrowRow[],
  { sinceUtcMs, lacking }: { sinceUtcMs: number; lacking: number },
): number {
  const [first] = rows;
  if (first === undefined) return Infinity;
  const lookedMs = first.startedAt.getTime() - sinceUtcMs;
  return Math.max(lookedMs, rareFirstMs, (lookedMs / rows.length) * lacking * rareMargin);
}

/** Matching events of the hours that can hold some: the newest days before the others. Null where the hours do not help. */
export async function rareEvents(trx: Work, search: EventSearch, wanted: Wanted): Promise<NarrowRow[] | null> {
  const rows: NarrowRow[] = [];
  let toUtcMs = search.toUtcMs;
  let reachMs = rareFirstMs;
  while (toUtcMs > search.fromUtcMs && rows.length < wanted.limit) {
    const part = { ...search, fromUtcMs: Math.max(search.fromUtcMs, toUtcMs - reachMs), toUtcMs };
    const hours = await hoursOf(trx, search.organizationId, part);
    if (hours === null) return null;
    rows.push(...(await newestIn(part, hours, { ...wanted, limit: wanted.limit - rows.length }).execute(trx)).rows);
    toUtcMs = part.fromUtcMs;
    reachMs = nextReachMs(rows, { sinceUtcMs: toUtcMs, lacking: wanted.limit - rows.length });
  }
  return rows;
}

/** Counts what is searched, and then finds a page of the rest of it. */
async function findAndCount(
  trx: Work,
  { search, rest }: { search: EventSearch; rest: EventSearch },
  wanted: Wanted,
): Promise<Found> {
  const counted = await countEvents(trx, search);
  // Among the newest there is next to nothing of it: reading on until a page is full could mean reading everything.
  const isRare = counted.relation === 'atLeast' && counted.value * rareFactor < wanted.limit && search.plates === null;
  const rare = isRare ? await rareEvents(trx, rest, wanted) : null;
  return { rows: rare ?? (await newest(rest, wanted).execute(trx)).rows, counted };
}

/** A page of events, newest first. */
export async function listEvents(trx: Work, search: EventSearch, request: PageRequest): Promise<Page<EventRow>> {
  const { after } = request;
  const isOlder = after
    ? [sql<SqlBool>`(e.started_at, e.id) < (${new Date(Number(after.key))}::timestamptz, ${after.id}::uuid)`]
    : [];
  const wanted = { conditions: isOlder, limit: request.limit + 1 };
  const rest = after ? { ...search, toUtcMs: Math.min(search.toUtcMs, Number(after.key) + 1) } : search;
  const { rows, counted } =
    (await findOfPlates(trx, search, wanted)) ?? (await findAndCount(trx, { search, rest }, wanted));
  const page = toPage(rows, request, (row) => ({ key: String(row.startedAt.getTime()), id: row.id }));
  const items = await completeRows(trx, search.organizationId, page.items);
  const isAll = after === null && page.nextCursor === null;
  // The page may lie beyond what was counted.
  const least = { ...counted, value: Math.min(countLimit, Math.max(counted.value, rows.length)) };
  return { ...page, items, total: isAll ? { value: rows.length, relation: 'exact' } : least };
}

interface Looked {
  value: number;
  /** There were more events than were looked at. */
  isCut: boolean;
}

/** Counts what matches among the newest events of the range: counting must not cost more than finding. */
async function countEvents(trx: Work, search: EventSearch): Promise<Page<never>['total']> {
  const { cameras, plates } = search;
  const isByCamera = !cameras.all && cameras.isFew && plates?.isAll !== true;
  const { rows } = await (isByCamera ? countedOfFew(search, cameras.ids) : countedOfAll(search)).execute(trx);
  const { value, isCut } = rows[0] ?? { value: 0, isCut: false };
  return { value: Math.min(value, countLimit), relation: isCut || value > countLimit ? 'atLeast' : 'exact' };
}

/** The newest events of each camera: they lie far apart, so that each costs more to look at than when all cameras are wanted. */
function countedOfFew(search: EventSearch, cameraIds: readonly string[]): RawBuilder<Looked> {
  const ofEach = asksNothing(search)
    ? countLimit + 1
    : Math.max(countedOfCameras.minEach, Math.floor(countedOfCameras.all / Math.max(1, cameraIds.length)));
  const wanted = sql.join([factsOf(search), ...plateCondition(search)], sql` and `);
  // The class is asked of the index, which keeps the events of other classes out of what is looked at.
  return sql<Looked>`select coalesce(sum(one.value), 0)::bigint as value, coalesce(bool_or(one.looked = ${ofEach}), false) as is_cut
    from unnest(${[...cameraIds]}::uuid[]) as wanted (camera_id) cross join lateral (
      select count(*) as looked, count(*) filter (where ${wanted}) as value
      from (select e.* from events e where ${rangeOf(search, 'e', sql`wanted.camera_id`)} and ${classOf(search)} order by e.started_at desc, e.id desc limit ${ofEach}) as e
    ) as one`;
}

function countedOfAll(search: EventSearch): RawBuilder<Looked> {
  const { cameras, plates } = search;
  const limit = asksNothing(search) ? countLimit + 1 : countedEvents;
  const range = rangeOf(plates?.isAll === true ? search : { ...search, cameras: { all: true } }, 'e');
  // Known plates lead to few events; of others only that there is a plate can be asked of the index.
  const indexed = plates === null ? [] : plates.isAll ? plateCondition(search) : [sql`e.plate is not null`];
  const ofCameras = cameras.all ? sql`true` : sql`e.camera_id = any (${[...cameras.ids]}::uuid[])`;
  const wanted = sql.join([factsOf(search), ...plateCondition(search), ofCameras], sql` and `);
  return sql<Looked>`
    select count(*) filter (where ${wanted}) as value, count(*) = ${limit} as is_cut
    from (select e.* from events e where ${sql.join([range, ...indexed], sql` and `)} order by e.started_at desc, e.id desc limit ${limit}) as e`;
}

const aroundIdMs = 2 * 86_400_000;
/** Later instants are not written in the database's own way. */
const latestIdMs = 8_000_000_000_000;

/** The instant that a UUIDv7 carries; null for other ids. */
const timeOfId = (id: string): number | null =>
  id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;

/** One event by id. The id of an ordinary one says on which days to look; then all days are looked through. */
export async function findEvent(trx: Work, organizationId: string, id: string): Promise<EventRow | undefined> {
  const find = async (range: RawBuilder<SqlBool>): Promise<NarrowRow[]> => {
    const { rows } = await sql<NarrowRow>`select ${narrowColumns} from events e
      where e.organization_id = ${organizationId}::uuid and e.id = ${id}::uuid and ${range} order by e.started_at desc limit 1`.execute(
      trx,
    );
    return rows;
  };
  const atMs = timeOfId(id);
  const near =
    atMs === null || atMs > latestIdMs
      ? []
      : await find(
          sql<SqlBool>`e.started_at between ${new Date(atMs - aroundIdMs)}::timestamptz and ${new Date(atMs + aroundIdMs)}::timestamptz`,
        );
  const found = near.length > 0 ? near : await find(sql<SqlBool>`true`);
  return (await completeRows(trx, organizationId, found))[0];
}
