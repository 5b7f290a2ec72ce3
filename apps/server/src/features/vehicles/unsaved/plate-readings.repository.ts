import { confusedKey, plateKey } from '@sightline/domain/vehicles/plate-key';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/ids.ts';

/** A plate that was read in an event. */
export interface PlateReading {
  plate: string;
  score: number;
  seenAt: Date;
  cameraId: string;
  eventId: string;
}

/** Counts readings. In the order of the plates, so that two cores that read the same wait for each other instead of both waiting. */
export async function keepReadings(
  trx: Work,
  { organizationId, edgeId }: { organizationId: string; edgeId: string },
  readings: readonly PlateReading[],
): Promise<void> {
  const rows = readings.map((reading) => ({ ...reading, confused: confusedKey(plateKey(reading.plate)) }));
  await sql`
    insert into plate_readings as p (organization_id, plate, confused, count, score, seen_at, edge_id, camera_id, event_id, is_pending)
    select ${organizationId}::uuid, r.plate, min(r.confused), count(*)::integer, max(r.score), max(r."seenAt"), ${edgeId}::uuid,
      (array_agg(r."cameraId" order by r."seenAt" desc))[1], (array_agg(r."eventId" order by r.score desc))[1], true
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (plate text, confused text, score real, "seenAt" timestamptz, "cameraId" uuid, "eventId" uuid)
    group by r.plate order by r.plate
    on conflict (organization_id, plate) do update set
      count = p.count + excluded.count,
      event_id = case when excluded.score > p.score then excluded.event_id else p.event_id end,
      score = greatest(p.score, excluded.score),
      edge_id = case when excluded.seen_at >= p.seen_at then excluded.edge_id else p.edge_id end,
      camera_id = case when excluded.seen_at >= p.seen_at then excluded.camera_id else p.camera_id end,
      seen_at = greatest(p.seen_at, excluded.seen_at), is_pending = true`.execute(trx);
}

/** Takes readings in hand that came since they were last put together: so many plates, with confusable signs folded. */
export async function takePending(trx: Work, organizationId: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ confused: string }>`
    update plate_readings set is_pending = false
    where organization_id = ${organizationId}::uuid and is_pending and confused = any (array(
      select distinct confused from plate_readings where organization_id = ${organizationId}::uuid and is_pending
      order by confused limit ${most}))
    returning confused`.execute(trx);
  return [...new Set(rows.map(({ confused }) => confused))];
}

/** Puts readings together under the plate that was read most often, and finds whose they are among those that are saved. */
export async function putTogether(trx: Work, organizationId: string, confused: readonly string[]): Promise<void> {
  const ids = confused.map(() => newId());
  await sql`
    insert into unsaved_vehicles as u (organization_id, id, confused, plate, count, seen_at, edge_id, camera_id, event_id)
    select ${organizationId}::uuid, n.id, n.confused, r.plate, r.count, r.seen_at, r.edge_id, r.camera_id, r.event_id
    from unnest(${[...confused]}::text[], ${ids}::uuid[]) as n (confused, id)
    cross join lateral (
      select (array_agg(p.plate order by p.count desc, p.score desc))[1] as plate, sum(p.count)::integer as count, max(p.seen_at) as seen_at,
        (array_agg(p.edge_id order by p.seen_at desc))[1] as edge_id, (array_agg(p.camera_id order by p.seen_at desc))[1] as camera_id,
        (array_agg(p.event_id order by p.score desc))[1] as event_id
      from plate_readings p where p.organization_id = ${organizationId}::uuid and p.confused = n.confused) as r
    where r.plate is not null
    on conflict (organization_id, confused) do update set plate = excluded.plate, count = excluded.count,
      seen_at = excluded.seen_at, edge_id = excluded.edge_id, camera_id = excluded.camera_id, event_id = excluded.event_id`.execute(
    trx,
  );
  await findSaved(trx, organizationId, confused);
}

/** Of these plates, whose they are among those that are saved: one that is written so, or the only one that can be meant. */
export async function findSaved(trx: Work, organizationId: string, confused: readonly string[]): Promise<void> {
  await sql`
    update unsaved_vehicles u set vehicle_id = (
      select (array_agg(v.id order by (v.key = lower(u.plate)) desc))[1] from vehicles v
      where v.organization_id = ${organizationId}::uuid and v.confused = u.confused
      having bool_or(v.key = lower(u.plate)) or count(*) = 1)
    where u.organization_id = ${organizationId}::uuid and u.confused = any (${[...confused]}::text[])`.execute(trx);
}

/** Saved vehicles know when and where they were seen last, also those that were saved since. Answers how many were told anything. */
export async function tellSaved(trx: Work, organizationId: string, confused: readonly string[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update vehicles v set seen_at = u.seen_at, edge_id = u.edge_id, camera_id = u.camera_id, location_id = c.location_id
    from unsaved_vehicles u left join cameras c on c.organization_id = u.organization_id and c.id = u.camera_id
    where v.organization_id = ${organizationId}::uuid and u.organization_id = v.organization_id and u.vehicle_id = v.id
      and u.confused = any (${[...confused]}::text[]) and (u.seen_at > v.seen_at or (u.seen_at = v.seen_at and v.location_id is null and c.location_id is not null))`.execute(
    trx,
  );
  return Number(numAffectedRows);
}

/** A plate beside others that it may be a part of, or that may be parts of it. */
export interface Neighbour {
  id: string;
  confused: string;
  count: number;
}

/** These plates, and those that are a sign longer or shorter at one of their ends. */
export async function neighbours(trx: Work, organizationId: string, confused: readonly string[]): Promise<Neighbour[]> {
  const alike = confused.flatMap((one) => [one, one.slice(1), one.slice(0, -1)]);
  const signs = '0123456789abcdefghijklmnopqrstuvwxyz'.split('');
  const longer = confused.flatMap((one) => signs.flatMap((sign) => [`${one}${sign}`, `${sign}${one}`]));
  const { rows } = await sql<Neighbour>`
    select id, confused, count from unsaved_vehicles
    where organization_id = ${organizationId}::uuid and confused = any (${[...new Set([...alike, ...longer])]}::text[])`.execute(
    trx,
  );
  return rows;
}

/** Says which plates are parts of which; null: of none. */
export async function setParts(
  trx: Work,
  organizationId: string,
  parts: readonly { id: string; partOf: string | null }[],
): Promise<void> {
  await sql`
    update unsaved_vehicles u set part_of = p."partOf"
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p (id uuid, "partOf" uuid)
    where u.organization_id = ${organizationId}::uuid and u.id = p.id and u.part_of is distinct from p."partOf"`.execute(
    trx,
  );
}

/** Forgets plates that nobody has seen since. */
export async function forgetReadings(trx: Work, organizationId: string, before: Date): Promise<void> {
  await sql`delete from plate_readings where organization_id = ${organizationId}::uuid and seen_at < ${before}`.execute(
    trx,
  );
  await sql`delete from unsaved_vehicles where organization_id = ${organizationId}::uuid and seen_at < ${before}`.execute(
    trx,
  );
}
