import type { GalleryPerson } from '@sightline/domain/people/face-gallery';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';

/** A core in its organization. */
interface CoreAt {
  organizationId: string;
  edgeId: string;
}

/** A gallery is told in so many parts: one change makes one small part new. */
const parts = 256;

/**
 * In which part somebody stands, and the id of that part, which is the same for all cores of an organization: a UUID of version 8. Digits
 * of a digest alone are seldom a UUID, and cores refuse what has none.
 */
const partOf = sql`('x' || substr(md5(p.id::text), 1, 8))::bit(32)::int & ${parts - 1}`;
const partId = (
  organizationId: string,
) => sql`overlay(overlay(md5(${`faceGallery:${organizationId}:`}::text || (${partOf}))
  placing '8' from 13) placing '8' from 17)::uuid`;

/** Locations of the core's cameras at which faces are wanted. */
const places = ({ organizationId, edgeId }: CoreAt) => sql`
  select l.id, l.path from locations l where l.organization_id = ${organizationId}::uuid and faces_wanted(l)
    and exists (select from cameras c where c.organization_id = l.organization_id and c.location_id = l.id and c.edge_id = ${edgeId}::uuid and c.deleted_at is null)`;

/** People whom this core should know, with the places where it should; null: at all of them. */
const known = (core: CoreAt) => sql`
  select p.organization_id, p.id, p.gallery_version, ${partId(core.organizationId)} as part,
    case when cardinality(p.location_ids) = 0 then null
      else (select array_agg(at.id order by at.id) from places at where at.path && p.location_ids) end as location_ids
  from known_people p
  where p.organization_id = ${core.organizationId}::uuid and exists (select from places)
    and exists (select from person_faces f where f.organization_id = p.organization_id and f.person_id = p.id)
    and (cardinality(p.location_ids) = 0 or exists (select from places at where at.path && p.location_ids))`;

/** The parts of a core's gallery, each with what stands for all that is in it: so many faces of each person, three where nothing is said. */
export async function galleryDigests(
  trx: Work,
  core: CoreAt,
  facesEach: number,
): Promise<{ id: string; digest: string }[]> {
  const fewer = facesEach === 3 ? '' : `/${String(facesEach)}`;
  const { rows } = await sql<{ id: string; digest: string }>`
    with places as materialized (${places(core)}), known as (${known(core)})
    select part as id, md5(string_agg(id || ':' || gallery_version || ':' || coalesce(array_to_string(location_ids, ','), '*'), ';' order by id)) || ${fewer}::text as digest
    from known where organization_id = ${core.organizationId}::uuid group by part order by part`.execute(trx);
  return rows;
}

/** Somebody in a gallery, as cores are told. */
export interface GalleryRow {
  part: string;
  personId: string;
  locationIds: string[] | null;
  modelId: string;
  vector: Buffer;
}

/** The faces in some parts of a core's gallery: of each person the best ones. */
export async function galleryParts(
  trx: Work,
  core: CoreAt,
  { ids, facesEach }: { ids: readonly string[]; facesEach: number },
): Promise<GalleryRow[]> {
  const { rows } = await sql<GalleryRow>`
    with places as materialized (${places(core)}), known as materialized (${known(core)})
    select k.part, k.id as person_id, k.location_ids, f.model_id, f.vector
    from known k cross join lateral (
      select f.model_id, f.vector from person_faces f where f.organization_id = ${core.organizationId}::uuid and f.person_id = k.id
      order by f.quality desc, f.id limit ${facesEach}) as f
    where k.part = any (${[...ids]}::uuid[]) order by k.id`.execute(trx);
  return rows;
}

/** How many people have a face. */
export async function countFaced(trx: Work, organizationId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct person_id) as count from person_faces where organization_id = ${organizationId}::uuid`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** What cores are told of these people is another thing now. */
export async function touchGallery(trx: Work, organizationId: string, personIds: readonly string[]): Promise<void> {
  await sql`update known_people set gallery_version = gallery_version + 1
    where organization_id = ${organizationId}::uuid and id = any (${[...personIds]}::uuid[])`.execute(trx);
}

/** All people with faces of a model, for comparing. Where somebody is known only at some places, these are given with all below them. */
export async function facesByPerson(trx: Work, organizationId: string, modelId: string): Promise<GalleryPerson[]> {
  const { rows } = await sql<{ personId: string; locationIds: string[] | null; vector: Buffer }>`
    select f.person_id, f.vector, case when cardinality(p.location_ids) = 0 then null
      else (select coalesce(array_agg(l.id), '{}') from locations l where l.organization_id = p.organization_id and l.path && p.location_ids) end as location_ids
    from person_faces f join known_people p on p.organization_id = f.organization_id and p.id = f.person_id
    where f.organization_id = ${organizationId}::uuid and f.model_id = ${modelId} order by f.person_id`.execute(trx);
  return [...Map.groupBy(rows, (row) => row.personId)].map(([personId, own]) => ({
    personId,
    locationIds: own[0]?.locationIds ?? null,
    faces: own.map(({ vector }) => ({
      modelId,
      vector: new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength),
    })),
  }));
}

/** The last operation that each of these cores was told of. */
export async function lastOperations(
  trx: Work,
  organizationId: string,
  edgeIds: readonly string[],
): Promise<{ edgeId: string; sequence: number }[]> {
  if (edgeIds.length === 0) return [];
  const { rows } = await sql<{ edgeId: string; sequence: number }>`
    select id as edge_id, last_operation as sequence from edges
    where organization_id = ${organizationId}::uuid and id = any (${[...edgeIds]}::uuid[])`.execute(trx);
  return rows;
}

/** Becomes another one when people, their faces or the places that they are known at do. */
export async function galleryMark(trx: Work, organizationId: string): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select concat_ws(':',
      (select sum(hashtextextended(p.id::text || p.gallery_version || p.location_ids::text, 0)) from known_people p where p.organization_id = ${organizationId}::uuid),
      (select sum(hashtextextended(l.id::text || l.path::text, 0)) from locations l where l.organization_id = ${organizationId}::uuid)) as mark`.execute(
    trx,
  );
  return rows[0]?.mark ?? '';
}
