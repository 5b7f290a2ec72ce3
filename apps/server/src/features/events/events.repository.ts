import type { DefinedZone } from '@sightline/contracts/cameras/camera-analysis';
import type { Event } from '@sightline/contracts/events/event';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { toPage, type PageRequest } from '../../platform/database/page.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import { factsOf, plateCondition, rangeOf, type CameraChoice, type EventFilter, type EventSearch } from './event-filter.repository.ts';

/** Cameras are looked at one by one when they are this few, or fewer than the root of all. */
const fewCameras = 8;
/** Events that are looked at in order to count; beyond it the count says "at least". */
const countedEvents = 20_000;
const countLimit = 10_000;

/** What one event's page needs and no filter does. */
export interface EventFacts {
  best: Event['best'];
  continuesId: string | null;
  zones: Omit<Event['zones'][number], 'name'>[];
  face: Event['face'];
  plate: { score: number; reads: number } | null;
}

export interface EventRow {
  id: string;
  cameraId: string;
  cameraName: string;
  edgeId: string;
  locationId: string;
  locationName: string;
  locationPath: string[];
  timeZone: string;
  definedZones: Pick<DefinedZone, 'id' | 'name'>[] | null;
  startedAt: Date;
  lastSeenAt: Date;
  endedAt: Date | null;
  receivedAt: Date;
  revision: number;
  dwellMs: number;
  score: number;
  heading: number | null;
  speed: number | null;
  class: number;
  phase: number;
  severity: number;
  motionLevel: number;
  thumbnails: number;
  vectors: number;
  isStationary: boolean;
  colours: number[];
  plate: string | null;
  subtype: string | null;
  modelId: string;
  path: Buffer;
  facts: EventFacts;
}

/** Key of an event: its beginning and id. */
export interface EventKey {
  startedAt: Date;
  id: string;
}

interface Place {
  organizationId: string;
  scope: Scope;
}

/** Which cameras a search is about: those inside the scope that the filter names. Deleted ones count, their events are still there. */
export async function chooseCameras(trx: Work, { organizationId, scope }: Place, filter: EventFilter): Promise<CameraChoice> {
  const { cameraIds, locationId, zoneIds } = filter;
  const byZone = zoneIds === undefined ? null : await camerasOfZones(trx, organizationId, zoneIds);
  if (scope.whole && cameraIds === undefined && locationId === undefined && byZone === null) return { all: true };
  const named = (ids: readonly string[] | null | undefined): RawBuilder<SqlBool> => (ids ? sql<SqlBool>`c.id = any (${[...ids]}::uuid[])` : sql<SqlBool>`true`);
  const below = locationId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${locationId}::uuid = any (l.path)`;
  const { rows } = await sql<{ id: string; isChosen: boolean }>`
    select c.id, coalesce(${insideScope(scope, sql`l.path`)} and ${below} and ${named(cameraIds)} and ${named(byZone)}, false) as is_chosen
    from cameras c join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where c.organization_id = ${organizationId}::uuid`.execute(trx);
  const ids = rows.filter((row) => row.isChosen).map((row) => row.id);
  return { all: false, ids, isFew: ids.length <= Math.max(fewCameras, Math.sqrt(rows.length)) };
}

/** Cameras that have these zones; null when one of the zones is gone, so that nobody knows whose it was. */
async function camerasOfZones(trx: Work, organizationId: string, zoneIds: readonly string[]): Promise<string[] | null> {
  const { rows } = await sql<{ id: string; zoneId: string }>`
    select c.id, zone ->> 'id' as zone_id from cameras c cross join jsonb_array_elements(c.analysis -> 'definedZones') as zone
    where c.organization_id = ${organizationId}::uuid and zone ->> 'id' = any (${[...zoneIds]}::text[])`.execute(trx);
  const found = new Set(rows.map((row) => row.zoneId));
  return zoneIds.every((zoneId) => found.has(zoneId)) ? [...new Set(rows.map((row) => row.id))] : null;
}

/** Keys of matching events, newest first. */
function newestKeys(search: EventSearch, { conditions, limit }: { conditions: readonly RawBuilder<SqlBool>[]; limit: number }): RawBuilder<EventKey> {
  const wanted = sql.join([factsOf(search), ...plateCondition(search), ...conditions], sql` and `);
  const { cameras } = search;
  const order = sql`order by started_at desc, id desc limit ${limit}`;
  if (cameras.all || !cameras.isFew) return sql<EventKey>`select e.started_at, e.id from events e where ${rangeOf(search, 'e')} and ${wanted} ${order}`;
  return sql<EventKey>`select one.started_at, one.id from unnest(${[...cameras.ids]}::uuid[]) as wanted (camera_id)
    cross join lateral (select e.started_at, e.id from events e
      where ${rangeOf(search, 'e', sql`wanted.camera_id`)} and ${wanted} ${order}) as one ${order}`;
}

const rowsAt = (organizationId: string, keys: RawBuilder<unknown>): RawBuilder<EventRow> => sql<EventRow>`
  with page as materialized (${keys})
  select e.id, e.camera_id, c.name as camera_name, c.edge_id, c.location_id, l.name as location_name, l.path as location_path, l.time_zone,
    c.analysis -> 'definedZones' as defined_zones, e.started_at, e.last_seen_at, e.ended_at, e.received_at, e.revision, e.dwell_ms, e.score, e.heading,
    e.speed, e.class, e.phase, e.severity, e.motion_level, e.thumbnails, e.vectors, e.is_stationary, e.colours, e.plate, e.subtype, e.model_id,
    d.path, d.facts
  from page
  join events e on e.organization_id = ${organizationId}::uuid and e.started_at = page.started_at and e.id = page.id
  join event_details d on d.organization_id = ${organizationId}::uuid and d.started_at = page.started_at and d.id = page.id
  join cameras c on c.organization_id = ${organizationId}::uuid and c.id = e.camera_id
  join locations l on l.organization_id = ${organizationId}::uuid and l.id = c.location_id
  order by e.started_at desc, e.id desc`;

/** A page of events, newest first. */
export async function listEvents(trx: Work, search: EventSearch, request: PageRequest): Promise<Page<EventRow>> {
  const { after } = request;
  const isOlder = after ? [sql<SqlBool>`(e.started_at, e.id) < (${new Date(Number(after.key))}::timestamptz, ${after.id}::uuid)`] : [];
  const keys = newestKeys(search, { conditions: isOlder, limit: request.limit + 1 });
  const { rows } = await rowsAt(search.organizationId, keys).execute(trx);
  const page = toPage(rows, request, (row) => ({ key: String(row.startedAt.getTime()), id: row.id }));
  return { ...page, total: await countEvents(trx, search, after === null && page.nextCursor === null ? rows.length : null) };
}

/** Counts what matches among the newest; `all` is the answer when the first page held everything. */
async function countEvents(trx: Work, search: EventSearch, all: number | null): Promise<Page<never>['total']> {
  if (all !== null) return { value: all, relation: 'exact' };
  const { rows } = await sql<{ looked: number; value: number }>`
    select count(*) as looked, count(*) filter (where ${factsOf(search)} and ${sql.join([sql`true`, ...plateCondition(search)], sql` and `)}) as value
    from (select e.* from events e where ${rangeOf(search, 'e')} and ${indexedPlates(search)}
      order by e.started_at desc, e.id desc limit ${countedEvents}) as e`.execute(trx);
  const { looked, value } = rows[0] ?? { looked: 0, value: 0 };
  return { value: Math.min(value, countLimit), relation: looked === countedEvents || value > countLimit ? 'atLeast' : 'exact' };
}

const indexedPlates = (search: EventSearch): RawBuilder<unknown> => (search.plates?.isAll === true ? sql.join(plateCondition(search), sql` and `) : sql`true`);

/** Events by their keys, in no promised order. */
export async function eventsAt(trx: Work, organizationId: string, keys: readonly EventKey[]): Promise<EventRow[]> {
  if (keys.length === 0) return [];
  const starts = keys.map((key) => key.startedAt.toISOString());
  const ids = keys.map((key) => key.id);
  const { rows } = await rowsAt(organizationId, sql`select * from unnest(${starts}::timestamptz[], ${ids}::uuid[]) as key (started_at, id)`).execute(trx);
  return rows;
}

const aroundIdMs = 2 * 86_400_000;

/** The instant that a UUIDv7 carries; null for other ids. */
const timeOfId = (id: string): number | null => (id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null);

/** One event by id. The id of an ordinary one says on which days to look; then all days are looked through. */
export async function findEvent(trx: Work, organizationId: string, id: string): Promise<EventRow | undefined> {
  const keyOf = (range: RawBuilder<SqlBool>): RawBuilder<unknown> =>
    sql`select started_at, id from events where organization_id = ${organizationId}::uuid and id = ${id}::uuid and ${range} order by started_at desc limit 1`;
  const atMs = timeOfId(id);
  if (atMs !== null && atMs < 8_000_000_000_000) {
    const near = sql<SqlBool>`started_at between ${new Date(atMs - aroundIdMs)}::timestamptz and ${new Date(atMs + aroundIdMs)}::timestamptz`;
    const { rows } = await rowsAt(organizationId, keyOf(near)).execute(trx);
    if (rows[0]) return rows[0];
  }
  const { rows } = await rowsAt(organizationId, keyOf(sql<SqlBool>`true`)).execute(trx);
  return rows[0];
}
