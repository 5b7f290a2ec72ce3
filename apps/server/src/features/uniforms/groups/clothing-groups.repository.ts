import type { EventReport } from '@sightline/contracts/events/event';
import type { FaceCluster } from '@sightline/domain/people/face-clusters';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { sightingsSeen, type SightingSight } from '../../people/people.public.ts';

/** So many of the newest events of a group are kept, and so many groups. */
const kept = { events: 200, groups: 400 };

/** Notes events whose clothes are to be put to a group. Answers whether there are any. */
export async function putWaiting(trx: Work, organizationId: string, reports: readonly EventReport[]): Promise<boolean> {
  if (reports.length === 0) return false;
  const news = reports.map(({ eventId, startedAtUtcMs, cameraId }) => ({ eventId, startedAtUtcMs, cameraId }));
  const { rows } = await sql<{ eventId: string }>`
    insert into clothing_sightings (organization_id, event_id, started_at, camera_id)
    select ${organizationId}::uuid, n."eventId", to_timestamp(n."startedAtUtcMs"::float8 / 1000), n."cameraId"
    from json_to_recordset(${JSON.stringify(news)}::json) as n ("eventId" uuid, "startedAtUtcMs" bigint, "cameraId" uuid)
    where not exists (select from face_sightings f where f.organization_id = ${organizationId}::uuid and f.event_id = n."eventId" and (f.is_erased or f.forgetting_id is not null))
    on conflict do nothing returning event_id`.execute(trx);
  return rows.length > 0;
}

/** These events are in no group, and wait for none. */
export async function dropWaiting(trx: Work, organizationId: string, eventIds: readonly string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`delete from clothing_sightings where organization_id = ${organizationId}::uuid and event_id = any (${[...eventIds]}::uuid[])`.execute(
    trx,
  );
}

export interface WaitingRow {
  eventId: string;
  startedAt: Date;
  cameraId: string;
}

/** Events that were not put to a group yet, oldest first. */
export const waitingClothes = (trx: Work, organizationId: string, limit: number): Promise<WaitingRow[]> =>
  trx
    .selectFrom('clothingSightings')
    .select(['eventId', 'startedAt', 'cameraId'])
    .where('organizationId', '=', organizationId)
    .where('groupId', 'is', null)
    .orderBy('startedAt')
    .orderBy('eventId')
    .limit(limit)
    .execute();

/** A group as it is compared. */
export interface KnownGroup extends FaceCluster {
  modelId: string;
  lastSeenAt: Date;
}

const floatsOf = (bytes: Buffer): Float32Array => {
  const copy = Uint8Array.from(bytes);
  return new Float32Array(copy.buffer, 0, Math.floor(copy.length / 4));
};

/** All groups of an organization; nobody else puts clothes together until the transaction ends. */
export async function holdGroups(trx: Work, organizationId: string): Promise<KnownGroup[]> {
  await sql`select pg_advisory_xact_lock(hashtext(${`clothing-groups:${organizationId}`}))`.execute(trx);
  const rows = await trx
    .selectFrom('clothingGroups')
    .select(['id', 'modelId', 'sum', 'weight', 'lastSeenAt'])
    .where('organizationId', '=', organizationId)
    .execute();
  return rows.map(({ sum, ...row }) => ({ ...row, sum: floatsOf(sum) }));
}

export async function putGroups(trx: Work, organizationId: string, groups: readonly KnownGroup[]): Promise<void> {
  for (const { id, modelId, sum, weight, lastSeenAt } of groups)
    await sql`
      insert into clothing_groups as g (organization_id, id, model_id, sum, weight, last_seen_at)
      values (${organizationId}::uuid, ${id}::uuid, ${modelId}, ${Buffer.from(sum.buffer, sum.byteOffset, sum.byteLength)}, ${weight}, ${lastSeenAt})
      on conflict (organization_id, id) do update set sum = excluded.sum, weight = excluded.weight,
        last_seen_at = greatest(g.last_seen_at, excluded.last_seen_at)`.execute(trx);
}

/** Which group an event was put to. */
export interface Placed {
  eventId: string;
  groupId: string;
}

export async function placeClothes(trx: Work, organizationId: string, placed: readonly Placed[]): Promise<void> {
  if (placed.length === 0) return;
  await sql`update clothing_sightings s set group_id = p."groupId"
    from json_to_recordset(${JSON.stringify(placed)}::json) as p ("eventId" uuid, "groupId" uuid)
    where s.organization_id = ${organizationId}::uuid and s.event_id = p."eventId"`.execute(trx);
}

/** These groups turned out to be another one. */
export async function absorbGroups(
  trx: Work,
  organizationId: string,
  { absorbed, into }: { absorbed: readonly string[]; into: string },
): Promise<void> {
  await sql`update clothing_sightings set group_id = ${into}::uuid where organization_id = ${organizationId}::uuid and group_id = any (${[...absorbed]}::uuid[])`.execute(
    trx,
  );
  await deleteGroups(trx, organizationId, absorbed);
}

export async function deleteGroups(trx: Work, organizationId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const all = [...ids];
  await sql`delete from clothing_sightings where organization_id = ${organizationId}::uuid and group_id = any (${all}::uuid[])`.execute(
    trx,
  );
  await sql`delete from clothing_groups where organization_id = ${organizationId}::uuid and id = any (${all}::uuid[])`.execute(
    trx,
  );
}

/** Old events of large groups go, and then groups that are empty or too many: first those of one look that was longest ago. */
export async function pruneGroups(trx: Work, organizationId: string): Promise<void> {
  await sql`delete from clothing_sightings s using (
      select event_id, row_number() over (partition by group_id order by started_at desc, event_id desc) as place
      from clothing_sightings where organization_id = ${organizationId}::uuid and group_id is not null) as o
    where s.organization_id = ${organizationId}::uuid and s.event_id = o.event_id and o.place > ${kept.events}`.execute(
    trx,
  );
  const { rows } = await sql<{ id: string }>`
    select g.id from clothing_groups g where g.organization_id = ${organizationId}::uuid
    order by exists (select from clothing_sightings s where s.organization_id = g.organization_id and s.group_id = g.id) desc,
      g.weight > 1 desc, g.last_seen_at desc, g.id offset ${kept.groups}`.execute(trx);
  await deleteGroups(
    trx,
    organizationId,
    rows.map(({ id }) => id),
  );
  await sql`delete from clothing_groups g where g.organization_id = ${organizationId}::uuid
    and not exists (select from clothing_sightings s where s.organization_id = g.organization_id and s.group_id = g.id)`.execute(
    trx,
  );
}

/** A suggested group as somebody sees it. */
export interface SuggestedRow {
  id: string;
  appearances: number;
  lastSeenAt: Date;
}

/** Groups that were seen so often where the reader may look, most seen first. */
export async function suggestedGroups(
  trx: Work,
  sight: SightingSight,
  { least, limit }: { least: number; limit: number },
): Promise<SuggestedRow[]> {
  const { organizationId } = sight;
  const { rows } = await sql<SuggestedRow>`
    select s.group_id as id, count(*)::integer as appearances, max(s.started_at) as last_seen_at from clothing_sightings s
    where s.organization_id = ${organizationId}::uuid and s.group_id is not null and ${sightingsSeen(sight, 's')}
    group by s.group_id having count(*) >= ${least} order by count(*) desc, s.group_id limit ${limit}`.execute(trx);
  return rows;
}

/** How many events at cameras that the reader may search wait for a group. */
export async function countWaiting(trx: Work, sight: SightingSight): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from clothing_sightings s
    where s.organization_id = ${sight.organizationId}::uuid and s.group_id is null and ${sightingsSeen(sight, 's')}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** Organizations in which clothes wait. */
export const hasWaiting = async (trx: Work, organizationId: string): Promise<boolean> =>
  (await waitingClothes(trx, organizationId, 1)).length > 0;
