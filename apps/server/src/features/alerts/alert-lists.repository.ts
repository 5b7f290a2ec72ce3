import type { z } from 'zod';
import type { alertFilters } from '@sightline/contracts/alerts/alert';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { countUpTo, toPage, totalOf, type PageRequest } from '../../platform/database/page.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import { handlingCodes, outcomeCodes, severityCodes } from './alert-codes.ts';
import type { ToldAlerts } from './alert-hiding.repository.ts';
import { alertsAt, type AlertRow } from './alerts.repository.ts';

/** What a list of alerts is narrowed to. */
export type AlertFilter = z.infer<z.ZodObject<typeof alertFilters.shape>> & {
  /** `none`, or the id of a flood. */
  flood?: string | undefined;
};

/** Whose alerts are listed. */
export interface AlertPlace {
  organizationId: string;
  scope: Scope;
  /** Of those there, the ones that are not hidden. */
  told: ToldAlerts;
}

type Condition = RawBuilder<SqlBool>;

/** Few cameras are looked at one by one, each from its own newest alert. */
const fewPlaces = 8;
const countLimit = 10_000;
/** Numbers of the table, as literals: by them the database knows which index serves. */
const done = handlingCodes.toCode('done');

/** Cameras and cores whose alerts are wanted; null: all of the organization. */
type Places = readonly string[] | null;

/** Deleted cameras and cores count, their alerts are still there. */
export async function choosePlaces(
  trx: Work,
  { organizationId, scope }: Omit<AlertPlace, 'told'>,
  { cameraId, locationId }: Pick<AlertFilter, 'cameraId' | 'locationId'>,
): Promise<Places> {
  if (scope.whole && cameraId === undefined && locationId === undefined) return null;
  const below = locationId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${locationId}::uuid = any (l.path)`;
  const named = cameraId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`c.id = ${cameraId}::uuid`;
  const noCamera = cameraId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`false`;
  const { rows } = await sql<{ id: string }>`
    select c.id from cameras c join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where c.organization_id = ${organizationId}::uuid and ${below} and ${named}
      and ${insideScope(scope, { organizationId, location: sql`c.location_id`, core: sql`c.edge_id`, camera: sql`c.id` })}
    union all
    select e.id from edges e join locations l on l.organization_id = e.organization_id and l.id = e.location_id
    where e.organization_id = ${organizationId}::uuid and ${below} and ${noCamera}
      and ${insideScope(scope, { organizationId, location: sql`e.location_id`, core: sql`e.id` })}`.execute(trx);
  return rows.map((row) => row.id);
}

function conditionsOf({ handling, severity, kind, ruleId, outcome, flood }: AlertFilter): Condition[] {
  const codes = (column: string, values: readonly number[]): Condition =>
    sql<SqlBool>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`;
  const parts: Condition[] = [];
  if (flood === 'none') parts.push(sql<SqlBool>`a.flood_id is null`);
  else if (flood !== undefined) parts.push(sql<SqlBool>`a.flood_id = ${flood}::uuid`);
  if (handling !== undefined) {
    parts.push(handling.length === 0 ? sql<SqlBool>`false` : codes('a.handling', handling.map(handlingCodes.toCode)));
    if (!handling.includes('done')) parts.push(sql<SqlBool>`a.handling <> ${sql.lit(done)}`);
  }
  if (severity !== undefined)
    parts.push(severity.length === 0 ? sql<SqlBool>`false` : codes('a.severity', severity.map(severityCodes.toCode)));
  if (kind !== undefined) parts.push(sql<SqlBool>`a.kind = ${kind}`);
  if (ruleId !== undefined) parts.push(sql<SqlBool>`a.rule_id = ${ruleId}::uuid`);
  if (outcome !== undefined) parts.push(sql<SqlBool>`a.outcome = ${sql.lit(outcomeCodes.toCode(outcome))}`);
  return parts;
}

interface Wanted {
  organizationId: string;
  places: Places;
  conditions: readonly Condition[];
}

/** Ids and times of the alerts that are wanted, the newest first. */
function newest(
  { organizationId, places, conditions }: Wanted,
  { limit, offset = 0 }: { limit: number; offset?: number },
): RawBuilder<{ id: string; openedAt: Date }> {
  const wanted = sql.join([sql`a.organization_id = ${organizationId}::uuid`, ...conditions], sql` and `);
  const order = sql`order by opened_at desc, id desc`;
  if (places === null || places.length > fewPlaces) {
    const among = places === null ? sql`true` : sql`a.place_id = any (${[...places]}::uuid[])`;
    return sql`select a.id, a.opened_at from alerts a where ${wanted} and ${among} ${order} limit ${limit} offset ${offset}`;
  }
  return sql`select one.* from unnest(${[...places]}::uuid[]) as wanted (place_id) cross join lateral (
    select a.id, a.opened_at from alerts a where ${wanted} and a.place_id = wanted.place_id ${order} limit ${limit + offset}) as one
    ${order} limit ${limit} offset ${offset}`;
}

const newestFirst = sql`order by a.opened_at desc, a.id desc`;

/**
 * One row for each of the alerts that are wanted, as many as are counted. In the order of the pages: without one the database reads the
 * table from its beginning, because it expects those that are wanted all over it.
 */
function counted({ organizationId, places, conditions }: Wanted): RawBuilder<unknown> {
  const wanted = sql.join([sql`a.organization_id = ${organizationId}::uuid`, ...conditions], sql` and `);
  if (places === null || places.length > fewPlaces) {
    const among = places === null ? sql`true` : sql`a.place_id = any (${[...places]}::uuid[])`;
    return sql`select 1 from alerts a where ${wanted} and ${among} ${newestFirst}`;
  }
  return sql`select 1 from unnest(${[...places]}::uuid[]) as wanted (place_id) cross join lateral (
    select 1 from alerts a where ${wanted} and a.place_id = wanted.place_id ${newestFirst} limit ${countLimit + 1}) as one`;
}

/** A page of the queue, newest first. */
export async function listQueue(
  trx: Work,
  place: AlertPlace,
  request: PageRequest & { filter: AlertFilter },
): Promise<Page<AlertRow>> {
  const { after, limit, filter } = request;
  const { organizationId } = place;
  const wanted = {
    organizationId,
    places: await choosePlaces(trx, place, filter),
    conditions: [place.told, ...conditionsOf(filter)],
  };
  const older = after
    ? [sql<SqlBool>`(a.opened_at, a.id) < (${new Date(Number(after.key))}::timestamptz, ${after.id}::uuid)`]
    : [];
  const { rows } = await newest(
    { ...wanted, conditions: [...wanted.conditions, ...older] },
    { limit: limit + 1 },
  ).execute(trx);
  const page = toPage(rows, request, (row) => ({ key: String(row.openedAt.getTime()), id: row.id }));
  const items = await alertsAt(
    trx,
    organizationId,
    page.items.map((row) => row.id),
  );
  const isAll = after === null && page.nextCursor === null;
  return { ...page, items, total: isAll ? totalOf(rows.length) : await countUpTo(trx, counted(wanted)) };
}

/** What is looked up in the log. */
export interface LogRequest {
  filter: AlertFilter;
  fromUtcMs: number;
  toUtcMs: number;
  limit: number;
  offset: number;
}

/** A page of the log, newest first; only what stands on it is read whole. */
export async function listLogs(
  trx: Work,
  place: AlertPlace,
  { filter, fromUtcMs, toUtcMs, limit, offset }: LogRequest,
): Promise<{ items: AlertRow[]; total: Page<never>['total'] }> {
  const { organizationId } = place;
  const range = sql<SqlBool>`a.opened_at >= ${new Date(fromUtcMs)}::timestamptz and a.opened_at < ${new Date(toUtcMs)}::timestamptz`;
  const wanted = {
    organizationId,
    places: await choosePlaces(trx, place, filter),
    conditions: [range, place.told, ...conditionsOf(filter)],
  };
  const { rows } = await newest(wanted, { limit, offset }).execute(trx);
  const items = await alertsAt(
    trx,
    organizationId,
    rows.map((row) => row.id),
  );
  const isWhole = rows.length < limit && (rows.length > 0 || offset === 0);
  const total = isWhole ? totalOf(offset + rows.length) : await countUpTo(trx, counted(wanted));
  return { items, total };
}

/** How many alerts wait, each kind of them up to 10,000. */
export interface WaitingCounts {
  new: { info: number; warning: number; critical: number };
  taken: number;
}

export async function countWaiting(trx: Work, place: AlertPlace): Promise<WaitingCounts> {
  const { organizationId } = place;
  const places = await choosePlaces(trx, place, {});
  const count = (filter: AlertFilter): RawBuilder<unknown> =>
    sql`(select count(*) from (${counted({ organizationId, places, conditions: [place.told, ...conditionsOf(filter)] })} limit ${countLimit}) as waiting)`;
  const isNew = (severity: 'info' | 'warning' | 'critical') => count({ handling: ['new'], severity: [severity] });
  const { rows } = await sql<{ info: number; warning: number; critical: number; taken: number }>`
    select ${isNew('info')} as info, ${isNew('warning')} as warning, ${isNew('critical')} as critical, ${count({ handling: ['taken'] })} as taken`.execute(
    trx,
  );
  const { taken, ...ofNew } = rows[0] ?? { info: 0, warning: 0, critical: 0, taken: 0 };
  return { new: ofNew, taken };
}

/** Of how many alerts of a camera footage is kept now, up to 10,000. */
export async function countKept(
  trx: Work,
  place: AlertPlace,
  { cameraId, now }: { cameraId: string; now: Date },
): Promise<number> {
  const places = await choosePlaces(trx, place, { cameraId });
  const isKept = sql<SqlBool>`a.footage_until > ${now}::timestamptz`;
  const wanted = counted({ organizationId: place.organizationId, places, conditions: [place.told, isKept] });
  return (await countUpTo(trx, wanted)).value;
}
