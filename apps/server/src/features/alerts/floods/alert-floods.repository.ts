import type { Scope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { handlingCodes, severityCodes } from '../alert-codes.ts';
import type { ToldAlerts } from '../alert-hiding.repository.ts';
import { choosePlaces } from '../alert-lists.repository.ts';

/** What opened more often than this within the span floods: the next ones are collapsed. */
export const floodLimits = { spanMs: 10 * 60_000, ofPlace: 10, ofRule: 30 } as const;

const done = handlingCodes.toCode('done');
const taken = handlingCodes.toCode('taken');
const critical = severityCodes.toCode('critical');
const span = sql.lit(`${String(floodLimits.spanMs)} milliseconds`);

/** An alert that is one of too many. */
export interface FloodingAlert {
  id: string;
  openedAt: Date;
  /** Of which there are too many: of its place, or else of its rule. */
  ruleId: string | null;
  placeId: string | null;
}

/** Those of new alerts that are one of too many. What is critical stands by itself, however many there are. */
export async function floodingAmong(
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<FloodingAlert[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FloodingAlert & { isOfPlace: boolean }>`
    with opened as (
      select a.id, a.opened_at, a.rule_id, a.place_id,
        (select count(*) from (select 1 from alerts o where o.organization_id = a.organization_id and o.place_id = a.place_id
          and o.opened_at > a.opened_at - ${span}::interval and (o.opened_at, o.id) <= (a.opened_at, a.id) limit ${floodLimits.ofPlace + 1}) as near) > ${floodLimits.ofPlace} as is_of_place,
        (select count(*) from (select 1 from alerts o where o.organization_id = a.organization_id and o.rule_id = a.rule_id
          and o.opened_at > a.opened_at - ${span}::interval and (o.opened_at, o.id) <= (a.opened_at, a.id) limit ${floodLimits.ofRule + 1}) as near) > ${floodLimits.ofRule} as is_of_rule
      from alerts a where a.organization_id = ${organizationId}::uuid and a.id = any (${[...ids]}::uuid[]) and a.severity <> ${sql.lit(critical)})
    select id, opened_at, case when is_of_place then place_id end as place_id, case when not is_of_place then rule_id end as rule_id
    from opened where is_of_place or is_of_rule order by opened_at, id`.execute(trx);
  return rows;
}

/** Of one place or one rule: when the first and the last of new ones opened. */
export interface FloodWave extends Pick<FloodingAlert, 'ruleId' | 'placeId'> {
  firstAt: Date;
  lastAt: Date;
}

/** Writes down that it floods; answers the id of the flood, and whether it begins with this. */
export async function noteFlood(
  trx: Work,
  organizationId: string,
  { ruleId, placeId, firstAt, lastAt }: FloodWave,
): Promise<{ id: string; isBegun: boolean }> {
  const { rows } = await sql<{ id: string; beganAt: Date }>`
    insert into alert_floods as f (organization_id, id, rule_id, place_id, began_at, last_at)
    values (${organizationId}::uuid, ${newId()}::uuid, ${ruleId}::uuid, ${placeId}::uuid, ${firstAt}::timestamptz, ${lastAt}::timestamptz)
    on conflict (organization_id, rule_id, place_id) do update set last_at = greatest(f.last_at, excluded.last_at),
      began_at = case when f.last_at < excluded.began_at - ${span}::interval then excluded.began_at else f.began_at end
    returning id, began_at`.execute(trx);
  const [flood] = rows;
  if (!flood) throw new Error('a flood was not written down');
  return { id: flood.id, isBegun: flood.beganAt.getTime() === firstAt.getTime() };
}

/** Collapses new alerts in a flood. */
export async function collapse(
  trx: Work,
  organizationId: string,
  { floodId, ids }: { floodId: string; ids: readonly string[] },
): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ floodId })
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute();
}

/** What of floods is shown to somebody. */
export interface FloodPlace {
  organizationId: string;
  scope: Scope;
  told: ToldAlerts;
}

/** A flood as it is listed: with what of it waits. */
export interface FloodRow {
  id: string;
  ruleId: string | null;
  ruleName: string;
  cameraId: string | null;
  cameraName: string;
  locationId: string;
  locationName: string;
  timeZone: string;
  severity: number;
  open: number;
  /** When the first and the last of those that wait opened. */
  firstAt: Date;
  lastAt: Date;
  /** When the last alert of it opened, waiting or not. */
  floodedAt: Date;
}

const listedAtMost = 50;

/** Floods of which alerts wait, the newest first, with what its reader sees of them. */
export async function listFloods(trx: Work, place: FloodPlace): Promise<FloodRow[]> {
  const { organizationId, told } = place;
  const places = await choosePlaces(trx, place, {});
  const among = places === null ? sql`true` : sql`a.place_id = any (${[...places]}::uuid[])`;
  const { rows } = await sql<FloodRow>`
    with waiting as (
      select a.flood_id, count(*)::integer as open, max(a.severity) as severity, min(a.opened_at) as first_at, max(a.opened_at) as last_at,
        (array_agg(a.id order by a.opened_at desc, a.id desc))[1] as newest_id
      from alerts a where a.organization_id = ${organizationId}::uuid and a.flood_id is not null and a.handling <> ${sql.lit(done)}
        and ${told} and ${among} group by a.flood_id)
    select w.flood_id as id, f.rule_id, a.rule_name, case when f.rule_id is null then a.camera_id end as camera_id,
      case when f.rule_id is null then coalesce(c.name, '') else '' end as camera_name, l.id as location_id, l.name as location_name, l.time_zone,
      w.severity, w.open, w.first_at, w.last_at, f.last_at as flooded_at
    from waiting w
      join alert_floods f on f.organization_id = ${organizationId}::uuid and f.id = w.flood_id
      join alerts a on a.organization_id = f.organization_id and a.id = w.newest_id
      left join cameras c on c.organization_id = a.organization_id and c.id = a.camera_id
      join edges e on e.organization_id = a.organization_id and e.id = a.edge_id
      join locations l on l.organization_id = a.organization_id and l.id = coalesce(c.location_id, e.location_id)
    order by w.last_at desc, w.flood_id limit ${listedAtMost}`.execute(trx);
  return rows;
}

/** Alerts of a flood that wait and that nobody else has, the newest first; held until the transaction ends. */
export async function holdOfFlood(
  trx: Work,
  place: FloodPlace,
  { floodId, userId, limit }: { floodId: string; userId: string; limit: number },
): Promise<string[]> {
  const { organizationId, told } = place;
  const places = await choosePlaces(trx, place, {});
  const among = places === null ? sql`true` : sql`a.place_id = any (${[...places]}::uuid[])`;
  const { rows } = await sql<{ id: string }>`
    select a.id from alerts a where a.organization_id = ${organizationId}::uuid and a.id in (
      select a.id from alerts a where a.organization_id = ${organizationId}::uuid and a.flood_id = ${floodId}::uuid
        and a.handling <> ${sql.lit(done)} and (a.handling <> ${sql.lit(taken)} or a.taken_by = ${userId}) and ${told} and ${among}
      order by a.opened_at desc, a.id desc limit ${limit})
    order by a.id for update of a`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Whether something of a flood is shown to its reader, whether it waits or not. */
export async function isFloodShown(trx: Work, place: FloodPlace, floodId: string): Promise<boolean> {
  const { organizationId, told } = place;
  const places = await choosePlaces(trx, place, {});
  const among = places === null ? sql`true` : sql`a.place_id = any (${[...places]}::uuid[])`;
  const { rows } =
    await sql`select 1 from alerts a where a.organization_id = ${organizationId}::uuid and a.flood_id = ${floodId}::uuid
    and ${told} and ${among} limit 1`.execute(trx);
  return rows.length > 0;
}

/** Ends alerts that are held, all in one. */
export async function endAll(
  trx: Work,
  organizationId: string,
  { ids, outcome, by }: { ids: readonly string[]; outcome: number; by: { userId: string; name: string; at: Date } },
): Promise<void> {
  const values = { outcome, doneBy: by.userId, doneByName: by.name, doneAt: by.at, takeLapsesAt: null };
  await trx
    .updateTable('alerts')
    .set((row) => ({
      handling: done,
      ...values,
      revision: row('revision', '+', 1),
    }))
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute();
}
