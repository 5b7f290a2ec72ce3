import type { Page } from '@sightline/contracts/shared/paging';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { afterCursor, countLimit, countUpTo, toPage, totalOf, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { insideScope } from '../../platform/database/scope-sql.ts';
import { newId } from '../../platform/ids/ids.ts';
import { sightingsSeen, type SightingSight } from './sightings/sighting-sight.repository.ts';

/** Where somebody may know who was seen, and of which places they may know. */
export interface PersonSight extends SightingSight {
  places: Scope;
}

/** A person within their organization. */
export interface PersonPlace {
  organizationId: string;
  personId: string;
}

/** A person as somebody sees them: counted is what was seen at cameras within `sight`. */
export interface PersonRow extends Pick<
  Row<'knownPeople'>,
  'id' | 'name' | 'note' | 'bucketId' | 'locationIds' | 'revision'
> {
  isEverywhere: boolean;
  appearances: number;
  lastSeenAt: Date | null;
  faceCount: number;
  /** Best face that has a picture. */
  photoId: string | null;
}

const columns = (organizationId: string, sight: PersonSight): RawBuilder<unknown> => sql`
  p.id, p.name, p.note, p.bucket_id, p.revision, cardinality(p.location_ids) = 0 as is_everywhere,
  array(select l.id from locations l where l.organization_id = ${organizationId}::uuid and l.id = any (p.location_ids) and l.deleted_at is null
    and ${insideScope(sight.places, { organizationId, location: sql`l.id` })} order by array_position(p.location_ids, l.id)) as location_ids, coalesce(seen.count, 0)::integer as appearances, seen.last as last_seen_at,
  (select count(*)::integer from person_faces f where f.organization_id = ${organizationId}::uuid and f.person_id = p.id) as face_count,
  (select f.id from person_faces f where f.organization_id = ${organizationId}::uuid and f.person_id = p.id and f.has_picture
    order by f.quality desc, f.id limit 1) as photo_id
  from known_people p left join lateral (
    select count(*) as count, max(s.started_at) as last from face_sightings s
    where s.organization_id = ${organizationId}::uuid and s.person_id = p.id and ${sightingsSeen(sight, 's')}) as seen on true`;

/** A page of people by name. */
export async function listPeople(
  trx: Work,
  organizationId: string,
  request: PageRequest & { search?: string | undefined; sight: PersonSight },
): Promise<Page<PersonRow>> {
  const found = await findNames(trx, organizationId, request.search);
  const matches = sql`p.organization_id = ${organizationId}::uuid and ${found.of}`;
  // The page is chosen first: what was seen of the others is nobody's question.
  const { rows } = await sql<PersonRow>`
    with page as materialized (
      select p.id from known_people p where ${matches} and ${afterCursor(request, sql`p.name collate people`, sql.ref('p.id'))}
      order by p.name collate people, p.id limit ${request.limit + 1})
    select ${columns(organizationId, request.sight)}
    where p.organization_id = ${organizationId}::uuid and p.id in (select id from page)
    order by p.name collate people, p.id`.execute(trx);
  return { ...toPage(rows, request, ({ name: key, id }) => ({ key, id })), total: found.total };
}

/** So few are listed by their ids; of more, the order of names meets some soon. */
const fewFound = 500;

/** Condition on `known_people p`, and how many meet it: names that hold what is typed. */
async function findNames(
  trx: Work,
  organizationId: string,
  search = '',
): Promise<{ of: RawBuilder<unknown>; total: Page<never>['total'] }> {
  const holds = (column: RawBuilder<unknown>) => sql`strpos(${column}, lower(${search}) collate "C") > 0`;
  const names = sql`select n.id from known_people n where n.organization_id = ${organizationId}::uuid`;
  if (search === '') return { of: sql`true`, total: await countUpTo(trx, names) };
  const { rows } = await sql<{ count: number; ids: string[] }>`
    with found as materialized (${names} and ${holds(sql`n.folded`)} limit ${countLimit + 1})
    select (select count(*)::integer from found) as count, array(select id from found limit ${fewFound + 1}) as ids`.execute(
    trx,
  );
  const { count, ids } = rows[0] ?? { count: 0, ids: [] };
  const of = ids.length > fewFound ? holds(sql`p.folded`) : sql`p.id = any (${ids}::uuid[])`;
  return { of, total: totalOf(count) };
}

export async function findPerson(
  trx: Work,
  { organizationId, personId }: PersonPlace,
  sight: PersonSight,
): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`select ${columns(organizationId, sight)}
    where p.organization_id = ${organizationId}::uuid and p.id = ${personId}::uuid`.execute(trx);
  return rows[0];
}

/** A person whom nobody else changes until the transaction ends. */
export const holdPerson = (
  trx: Work,
  { organizationId, personId }: PersonPlace,
): Promise<Pick<Row<'knownPeople'>, 'id' | 'name' | 'note' | 'locationIds' | 'revision'> | undefined> =>
  trx
    .selectFrom('knownPeople')
    .select(['id', 'name', 'note', 'locationIds', 'revision'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirst();

/** How many there are, while nobody else adds one. */
export async function countPeople(trx: Work, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`people:${organizationId}`}))`.execute(trx);
  const { count } = await trx
    .selectFrom('knownPeople')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewPerson {
  name: string;
  note: string;
  locationIds: readonly string[];
  bucketId: string | null;
  at: Date;
}

export async function insertPerson(trx: Work, organizationId: string, person: NewPerson): Promise<string> {
  const id = newId();
  const { at, locationIds, ...values } = person;
  await trx
    .insertInto('knownPeople')
    .values({ organizationId, id, ...values, locationIds: [...locationIds], createdAt: at, updatedAt: at })
    .execute();
  return id;
}

/** Changes what is given; cores are told anew when that concerns them. */
export async function updatePerson(
  trx: Work,
  { organizationId, personId }: PersonPlace,
  set: { name?: string; note?: string; locationIds?: string[]; at: Date },
): Promise<void> {
  const { at, ...values } = set;
  await trx
    .updateTable('knownPeople')
    .set((eb) => ({
      ...values,
      updatedAt: at,
      revision: eb('revision', '+', 1),
      galleryVersion: eb('galleryVersion', '+', 1),
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', personId)
    .execute();
}

/** The person is gone; so are their faces. */
export async function deletePerson(trx: Work, { organizationId, personId }: PersonPlace): Promise<void> {
  await trx.deleteFrom('knownPeople').where('organizationId', '=', organizationId).where('id', '=', personId).execute();
}

/** Of these locations those that are there, each with whether it may be seen. */
export async function locationsAmong(
  trx: Work,
  { organizationId, places }: Pick<PersonSight, 'organizationId' | 'places'>,
  ids: readonly string[],
): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; isSeen: boolean }>`
    select l.id, ${insideScope(places, { organizationId, location: sql`l.id` })} as is_seen from locations l
    where l.organization_id = ${organizationId}::uuid and l.deleted_at is null and l.id = any (${[...ids]}::uuid[])`.execute(
    trx,
  );
  return new Map(rows.map(({ id, isSeen }) => [id, isSeen]));
}

/** Whether faces are looked for at any location, or at this one. */
export async function isRecognitionOn(trx: Work, organizationId: string, locationId?: string): Promise<boolean> {
  const row = await trx
    .selectFrom('locations as l')
    .select('l.id')
    .where('l.organizationId', '=', organizationId)
    .where('l.deletedAt', 'is', null)
    .where(sql<SqlBool>`(${locationId ?? null}::uuid is null or l.id = ${locationId ?? null}::uuid)`)
    .where(sql<SqlBool>`faces_wanted(l)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Names of those of these people whom the organization has. */
export const peopleNamed = (
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : trx
        .selectFrom('knownPeople')
        .select(['id', 'name'])
        .where('organizationId', '=', organizationId)
        .where('id', 'in', [...ids])
        .orderBy(sql`name collate people`)
        .orderBy('id')
        .execute();

/** Which of these the organization has; none of them goes before the transaction ends. */
export async function holdPeople(trx: Work, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('knownPeople')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where(sql<SqlBool>`id = any (${[...ids]}::uuid[])`)
    .forShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** A page of all people by their names. */
export async function listNames(
  trx: Work,
  organizationId: string,
  request: PageRequest & { query?: string | undefined },
): Promise<Page<{ id: string; name: string }>> {
  const matches = sql<SqlBool>`strpos(lower(name), lower(${request.query ?? ''})) > 0`;
  const rows = await trx
    .selectFrom('knownPeople')
    .select(['id', 'name'])
    .where('organizationId', '=', organizationId)
    .where(matches)
    .where(afterCursor(request, sql`name collate people`, sql.ref('id')))
    .orderBy(sql`name collate people`)
    .orderBy('id')
    .limit(request.limit + 1)
    .execute();
  const total = await countUpTo(
    trx,
    sql`select 1 from known_people where organization_id = ${organizationId}::uuid and ${matches}`,
  );
  return { ...toPage(rows, request, ({ name: key, id }) => ({ key, id })), total };
}

/** Whether it stands in the audit that somebody looked at a person since then. */
export async function hasLookedLately(
  trx: Work,
  look: { organizationId: string; userId: string; personId: string; since: Date },
): Promise<boolean> {
  const row = await trx
    .selectFrom('auditEntries')
    .select('id')
    .where('organizationId', '=', look.organizationId)
    .where('userId', '=', look.userId)
    .where('at', '>=', look.since)
    .where('action', '=', 'person.look')
    .where('entityId', '=', look.personId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
