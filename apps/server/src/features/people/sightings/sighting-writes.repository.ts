import { sql } from 'kysely';
import type { Database, Work } from '../../../platform/database/database.ts';

/** Whether faces are wanted where a camera is, and whether its events are compared by them. */
export interface FacePlace {
  isWanted: boolean;
  isCompared: boolean;
}

export async function placesOfFaces(
  trx: Work,
  organizationId: string,
  cameraIds: readonly string[],
): Promise<Map<string, FacePlace>> {
  const { rows } = await sql<FacePlace & { id: string }>`
    select c.id, faces_wanted(l) as is_wanted,
      coalesce(c.settings -> 'cameraSearchSettings' ->> 'comparesFaces', 'true') <> 'false'
        and coalesce(c.settings -> 'cameraSearchSettings' ->> 'isSearchable', 'true') <> 'false' as is_compared
    from cameras c join locations l on l.organization_id = c.organization_id and l.id = c.location_id
    where c.organization_id = ${organizationId}::uuid and c.id = any (${[...cameraIds]}::uuid[])`.execute(trx);
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

/** Those of these events whose faces were forgotten, or are about to be. */
export async function forgottenAmong(
  trx: Work,
  organizationId: string,
  eventIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ eventId: string }>`
    select event_id from face_sightings where organization_id = ${organizationId}::uuid and event_id = any (${[...eventIds]}::uuid[])
      and (is_erased or forgetting_id is not null)`.execute(trx);
  return new Set(rows.map(({ eventId }) => eventId));
}

/** Those of these people whom the organization has. */
export async function peopleAmong(trx: Work, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{
    id: string;
  }>`select id from known_people where organization_id = ${organizationId}::uuid and id = any (${[...new Set(ids)]}::uuid[])`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** A sighting as it is told by a core. */
export interface NewSighting {
  eventId: string;
  startedAtUtcMs: number;
  cameraId: string;
  modelId: string;
  quality: number;
  personId: string | null;
  score: number | null;
  margin: number | null;
  isWaiting: boolean;
}

/** Notes sightings. What somebody said of one, or what it was put to already, stays; the core's word stands above that of the server. Answers whether somebody must look at any. */
export async function putSightings(
  trx: Work,
  organizationId: string,
  sightings: readonly NewSighting[],
): Promise<boolean> {
  if (sightings.length === 0) return false;
  const { rows } = await sql<{ isWaiting: boolean }>`
    insert into face_sightings as s (organization_id, event_id, started_at, camera_id, model_id, quality, person_id, score, margin, named_by, is_waiting)
    select ${organizationId}::uuid, n."eventId", to_timestamp(n."startedAtUtcMs"::float8 / 1000), n."cameraId", n."modelId", n.quality, n."personId", n.score, n.margin,
      case when n."personId" is null then null else 'core' end, n."isWaiting"
    from json_to_recordset(${JSON.stringify(sightings)}::json) as n ("eventId" uuid, "startedAtUtcMs" bigint, "cameraId" uuid, "modelId" text, quality real,
      "personId" uuid, score real, margin real, "isWaiting" boolean)
    on conflict (organization_id, event_id) do update set
      model_id = excluded.model_id, quality = excluded.quality,
      person_id = case when s.named_by = 'person' or excluded.person_id is null and s.named_by is distinct from 'core' then s.person_id else excluded.person_id end,
      cluster_id = case when s.named_by = 'person' or excluded.person_id is null then s.cluster_id end,
      score = case when s.named_by = 'person' or excluded.person_id is null and s.named_by is distinct from 'core' then s.score else excluded.score end,
      margin = case when s.named_by = 'person' or excluded.person_id is null and s.named_by is distinct from 'core' then s.margin else excluded.margin end,
      named_by = case when s.named_by = 'person' or excluded.person_id is null and s.named_by is distinct from 'core' then s.named_by else excluded.named_by end,
      is_waiting = excluded.is_waiting and s.cluster_id is null and (s.person_id is null or s.named_by = 'core')
    where not s.is_erased and s.forgetting_id is null
    returning s.is_waiting`.execute(trx);
  return rows.some(({ isWaiting }) => isWaiting);
}

/** Sightings are kept as long as their events. */
export async function expireSightings(trx: Work, organizationId: string, now: Date): Promise<void> {
  await sql`delete from face_sightings s using cameras c
    where s.organization_id = ${organizationId}::uuid and c.organization_id = s.organization_id and c.id = s.camera_id
      and s.started_at < ${now}::timestamptz - make_interval(days => c.retention_days + 1)`.execute(trx);
}

/** Organizations that have cores, and therefore sightings. */
export async function organizationsWithCores(database: Database): Promise<string[]> {
  const rows = await database.global.selectFrom('edgeIdentities').select('organizationId').distinct().execute();
  return rows.map((row) => row.organizationId);
}
