import type { Page } from '@sightline/contracts/shared/paging';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { countUpTo, toPage, type PageRequest } from '../../../platform/database/page.ts';
import { sightingsSeen, type SightingSight } from './sighting-sight.repository.ts';

/** Whose sightings are meant. */
export type SeenOne = { personId: string } | { clusterId: string };

/** A sighting with where it was. */
export interface SightingRow {
  eventId: string;
  startedAt: Date;
  cameraId: string;
  cameraName: string;
  locationId: string;
  locationName: string;
  timeZone: string;
  modelId: string;
  score: number | null;
  margin: number | null;
  hasPicture: boolean;
}

const isOf = (one: SeenOne): RawBuilder<SqlBool> =>
  'personId' in one
    ? sql<SqlBool>`s.person_id = ${one.personId}::uuid`
    : sql<SqlBool>`s.cluster_id = ${one.clusterId}::uuid`;

/** Bit of the picture of a face among the pictures of an event. */
const facePictureBit = 2;

/** A page of sightings, newest first. Which picture there is stands with the event, found by its beginning. */
export async function listSightings(
  trx: Work,
  sight: SightingSight,
  { one, request }: { one: SeenOne; request: PageRequest },
): Promise<Page<SightingRow>> {
  const { organizationId } = sight;
  const matches = sql`s.organization_id = ${organizationId}::uuid and ${isOf(one)} and ${sightingsSeen(sight, 's')}`;
  const after =
    request.after === null
      ? sql`true`
      : sql`(s.started_at, s.event_id) < (to_timestamp(${Number(request.after.key)}::float8 / 1000)::timestamptz(3), ${request.after.id}::uuid)`;
  const { rows } = await sql<SightingRow>`
    select s.event_id, s.started_at, s.camera_id, cam.name as camera_name, cam.location_id, l.name as location_name, l.time_zone,
      s.model_id, s.score, s.margin,
      coalesce((select e.thumbnails & ${facePictureBit}::smallint <> 0 from events e where e.organization_id = s.organization_id
        and e.started_at = s.started_at and e.id = s.event_id), false) as has_picture
    from face_sightings s
      join cameras cam on cam.organization_id = s.organization_id and cam.id = s.camera_id
      join locations l on l.organization_id = cam.organization_id and l.id = cam.location_id
    where ${matches} and ${after} order by s.started_at desc, s.event_id desc limit ${request.limit + 1}`.execute(trx);
  const total = await countUpTo(trx, sql`select 1 from face_sightings s where ${matches}`);
  const page = toPage(rows, request, (row) => ({ key: String(row.startedAt.getTime()), id: row.eventId }));
  return { ...page, total };
}

/** All sightings of one become those of a person: somebody said so. */
export async function giveSightings(
  trx: Work,
  organizationId: string,
  { of, personId }: { of: SeenOne; personId: string },
): Promise<void> {
  await sql`update face_sightings s set person_id = ${personId}::uuid, cluster_id = null, score = null, margin = null, named_by = 'person'
    where s.organization_id = ${organizationId}::uuid and ${isOf(of)}`.execute(trx);
}

/** These sightings are of another person from now on. */
export async function giveEvents(
  trx: Work,
  organizationId: string,
  { eventIds, personId }: { eventIds: readonly string[]; personId: string },
): Promise<void> {
  if (eventIds.length === 0) return;
  await sql`update face_sightings set person_id = ${personId}::uuid, cluster_id = null, score = null, margin = null, named_by = 'person'
    where organization_id = ${organizationId}::uuid and event_id = any (${[...eventIds]}::uuid[])`.execute(trx);
}

/** A sighting with the face itself. */
export interface FacedSighting {
  eventId: string;
  startedAt: Date;
  cameraId: string;
  locationId: string;
  modelId: string;
  quality: number;
  vector: Buffer;
}

/** The vectors stand with the events, by their beginnings: joined, they would be looked for on every day that there is. */
async function withVectors(
  trx: Work,
  organizationId: string,
  rows: readonly Omit<FacedSighting, 'vector'>[],
): Promise<FacedSighting[]> {
  if (rows.length === 0) return [];
  const starts = [...new Set(rows.map(({ startedAt }) => startedAt.toISOString()))];
  const { rows: found } = await sql<{ id: string; vector: Buffer; modelId: string }>`
    select v.id, v.vector, v.model_id from event_vectors v where v.organization_id = ${organizationId}::uuid and v.kind = 1
      and v.started_at = any (${starts}::timestamptz[]) and v.id = any (${rows.map(({ eventId }) => eventId)}::uuid[])`.execute(
    trx,
  );
  const byId = new Map(found.map((vector) => [vector.id, vector]));
  return rows.flatMap((row) => {
    const vector = byId.get(row.eventId);
    return vector ? [{ ...row, modelId: vector.modelId, vector: vector.vector }] : [];
  });
}

/** The best faces of one, best first; `sight`: of those alone that somebody may know of. */
export async function bestFaces(
  trx: Work,
  organizationId: string,
  { of, limit, sight }: { of: SeenOne; limit: number; sight?: SightingSight },
): Promise<FacedSighting[]> {
  const isSeen = sight === undefined ? sql`true` : sightingsSeen(sight, 's');
  const { rows } = await sql<Omit<FacedSighting, 'vector'>>`
    select s.event_id, s.started_at, s.camera_id, c.location_id, s.model_id, s.quality from face_sightings s
      join cameras c on c.organization_id = s.organization_id and c.id = s.camera_id
    where s.organization_id = ${organizationId}::uuid and ${isOf(of)} and not s.is_erased and ${isSeen}
    order by s.quality desc, s.started_at desc limit ${limit}`.execute(trx);
  return withVectors(trx, organizationId, rows);
}

/** Those of which nobody has looked yet whose they are, oldest first; held, so that only one looks. Those without a face any more are looked at as well. */
export async function waitingSightings(
  trx: Work,
  organizationId: string,
  limit: number,
): Promise<{ faced: FacedSighting[]; faceless: string[] }> {
  const { rows } = await sql<Omit<FacedSighting, 'vector'>>`
    select s.event_id, s.started_at, s.camera_id, c.location_id, s.model_id, s.quality from face_sightings s
      join cameras c on c.organization_id = s.organization_id and c.id = s.camera_id
    where s.organization_id = ${organizationId}::uuid and s.is_waiting order by s.started_at, s.event_id limit ${limit} for update of s skip locked`.execute(
    trx,
  );
  const faced = await withVectors(trx, organizationId, rows);
  const ids = new Set(faced.map(({ eventId }) => eventId));
  return { faced, faceless: rows.map(({ eventId }) => eventId).filter((id) => !ids.has(id)) };
}

/** What was found of a sighting: a person by a face that is known, an unsaved one, or nobody. */
export interface Verdict {
  eventId: string;
  personId: string | null;
  clusterId: string | null;
  score: number | null;
  margin: number | null;
}

/** Notes whose faces these are; unless somebody said so meanwhile. */
export async function putVerdicts(trx: Work, organizationId: string, verdicts: readonly Verdict[]): Promise<void> {
  if (verdicts.length === 0) return;
  await sql`
    update face_sightings s set person_id = v."personId", cluster_id = v."clusterId", score = v.score, margin = v.margin,
      named_by = case when v."personId" is null then null else 'server' end, is_waiting = false
    from json_to_recordset(${JSON.stringify(verdicts)}::json) as v ("eventId" uuid, "personId" uuid, "clusterId" uuid, score real, margin real)
    where s.organization_id = ${organizationId}::uuid and s.event_id = v."eventId" and s.is_waiting`.execute(trx);
}
