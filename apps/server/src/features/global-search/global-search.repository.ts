import type { FoundType } from '@sightline/contracts/global-search/global-search';
import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { insideScope, locationsInSight, type LocationSight } from '../../platform/database/scope-sql.ts';

/** What of each kind somebody may find. */
export interface SearchSight {
  locations: LocationSight;
  cores: Scope;
  cameras: Scope;
  /** Locations whose buildings and floors are seen. */
  floors: Scope;
  /** Armed alarms, by their ids: they are few. */
  alarms: readonly string[];
  /** Whether the directory of people is. */
  people: boolean;
}

/** Where is looked, and for what kinds. */
export interface SearchPlace {
  organizationId: string;
  sight: SearchSight;
  types: readonly FoundType[];
}

/** How well a name fits: 4 all of it, 3 its beginning, 2 beginnings of its words, 1 parts of it. */
export type Fit = 1 | 2 | 3 | 4;

export interface FoundRow {
  type: FoundType;
  id: string;
  fit: Fit;
  name: string;
  above: string[];
  address: string | null;
  /** Null of an alarm and of a person. */
  locationId: string | null;
  edgeId: string | null;
  floorId: string | null;
  /** Locations from the root down to where it is. */
  path: string[];
}

/** A word that must be in the name, or one of those that it may have been meant to be. */
export type Wanted = readonly string[];

// More words than these are not looked at for typos.
const maxWords = 20_000;

/** Names of buildings and floors, which are seen by whoever sees all of their location. */
function namesInside({ organizationId, sight, types }: SearchPlace): RawBuilder<unknown>[] {
  const place = sql`join locations l on l.organization_id = b.organization_id and l.id = b.location_id and l.deleted_at is null
    and ${insideScope(sight.floors, { organizationId, location: sql`l.id` })}`;
  const building = sql`select 'building' as type, b.id, b.search_name from buildings b ${place} where b.organization_id = ${organizationId}::uuid`;
  const floor = sql`
    select 'floor' as type, f.id, f.search_name from floors f join buildings b on b.organization_id = f.organization_id and b.id = f.building_id ${place}
    where f.organization_id = ${organizationId}::uuid`;
  return [...(types.includes('building') ? [building] : []), ...(types.includes('floor') ? [floor] : [])];
}

/** Names that may be found, as rows of type, id and folded name; each table is read from one index. */
function names({ organizationId, sight, types }: SearchPlace): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [];
  const locationTypes = types.filter((type) => type === 'location' || type === 'sublocation');
  if (locationTypes.length > 0) {
    const depth =
      locationTypes.length === 2 ? sql`true` : sql`(l.parent_id is null) = ${locationTypes[0] === 'location'}`;
    parts.push(sql`
      select case when l.parent_id is null then 'location' else 'sublocation' end as type, l.id, l.search_name from locations l
      where l.organization_id = ${organizationId}::uuid and l.deleted_at is null and ${depth} and ${locationsInSight(organizationId, sight.locations)}`);
  }
  if (types.includes('core')) {
    const inside = insideScope(sight.cores, { organizationId, location: sql`e.location_id`, core: sql`e.id` });
    parts.push(
      sql`select 'core' as type, e.id, e.search_name from edges e where e.organization_id = ${organizationId}::uuid and e.deleted_at is null and ${inside}`,
    );
  }
  if (types.includes('camera')) {
    const inside = insideScope(sight.cameras, {
      organizationId,
      location: sql`c.location_id`,
      core: sql`c.edge_id`,
      camera: sql`c.id`,
    });
    parts.push(
      sql`select 'camera' as type, c.id, c.search_name from cameras c where c.organization_id = ${organizationId}::uuid and c.deleted_at is null and ${inside}`,
    );
  }
  if (types.includes('alarm'))
    parts.push(sql`
      select 'alarm' as type, a.id, fold_name(a.name) collate "C" as search_name from armed_alarms a
      where a.organization_id = ${organizationId}::uuid and a.id = any (${[...sight.alarms]}::uuid[])`);
  if (types.includes('person') && sight.people)
    parts.push(
      sql`select 'person' as type, kp.id, kp.search_name from known_people kp where kp.organization_id = ${organizationId}::uuid`,
    );
  // Of what nobody may look for, there is nothing.
  parts.push(sql`select null as type, null::uuid as id, ''::text collate "C" as search_name where false`);
  parts.push(...namesInside({ organizationId, sight, types }));
  return sql.join(parts, sql` union all `);
}

const holds = (text: string): RawBuilder<SqlBool> => sql<SqlBool>`strpos(n.search_name, ${text}) > 0`;
const anyOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/** The found ones with everything that is shown of them. */
const inFull = (organizationId: string, found: RawBuilder<unknown>): RawBuilder<FoundRow> => sql<FoundRow>`
  select f.type, f.id, f.fit, coalesce(c.name, e.name, fl.name, b.name, al.name, kp.name, p.name) as name,
    case when p.id = f.id then p.address end as address,
    p.id as location_id, coalesce(c.edge_id, e.id) as edge_id, coalesce(p.path, '{}') as path, coalesce(fl.id, (select g.id from floors g
      where f.type = 'building' and g.organization_id = ${organizationId}::uuid and g.building_id = b.id order by g.level, g.id limit 1)) as floor_id,
    array(select a.name from unnest(p.path) with ordinality as up (id, at)
      join locations a on a.organization_id = ${organizationId}::uuid and a.id = up.id and a.id <> f.id order by up.at) || case when fl.id is null then array[]::text[] else array[b.name] end as above
  from (${found}) as f
    left join cameras c on f.type = 'camera' and c.organization_id = ${organizationId}::uuid and c.id = f.id
    left join edges e on f.type = 'core' and e.organization_id = ${organizationId}::uuid and e.id = f.id
    left join floors fl on f.type = 'floor' and fl.organization_id = ${organizationId}::uuid and fl.id = f.id
    left join buildings b on f.type in ('building', 'floor') and b.organization_id = ${organizationId}::uuid and b.id = coalesce(fl.building_id, f.id)
    left join armed_alarms al on f.type = 'alarm' and al.organization_id = ${organizationId}::uuid and al.id = f.id
    left join known_people kp on f.type = 'person' and kp.organization_id = ${organizationId}::uuid and kp.id = f.id
    left join locations p on p.organization_id = ${organizationId}::uuid and p.id = coalesce(c.location_id, e.location_id, b.location_id, f.id)
  where p.id is not null or al.id is not null or kp.id is not null
  order by f.fit desc, f.search_name collate people, f.id`;

/** Things in whose folded names every word is, the best first. */
export async function findByWords(
  trx: Work,
  place: SearchPlace,
  asked: { words: readonly string[]; limit: number },
): Promise<FoundRow[]> {
  const { words, limit } = asked;
  const whole = ` ${words.join(' ')}`;
  const fit = sql`case when n.search_name = ${whole} then 4 when starts_with(n.search_name, ${whole}) then 3
    when ${allOf(words.map((word) => holds(` ${word}`)))} then 2 else 1 end`;
  const found = sql`
    select n.type, n.id, n.search_name, ${fit} as fit from (${names(place)}) as n where ${allOf(words.map(holds))}
    order by fit desc, n.search_name collate people, n.id limit ${limit}`;
  return (await inFull(place.organizationId, found).execute(trx)).rows;
}

/** Things in whose folded names one of each list is, by name. */
export async function findByAny(
  trx: Work,
  place: SearchPlace,
  asked: { wanted: readonly Wanted[]; limit: number },
): Promise<FoundRow[]> {
  const matches = allOf(asked.wanted.map((any) => anyOf(any.map(holds))));
  const found = sql`
    select n.type, n.id, n.search_name, 1 as fit from (${names(place)}) as n where ${matches} order by n.search_name collate people, n.id limit ${asked.limit}`;
  return (await inFull(place.organizationId, found).execute(trx)).rows;
}

/** Those of these things that may be found, in no order. */
export async function findByIds(trx: Work, place: SearchPlace, ids: readonly string[]): Promise<FoundRow[]> {
  const found = sql`select n.type, n.id, n.search_name, 4 as fit from (${names(place)}) as n where n.id = any(${ids}::uuid[])`;
  return (await inFull(place.organizationId, found).execute(trx)).rows;
}

/** Every word of three and more letters of the names that may be found, once; digits sort before letters and are left out. */
export async function wordsOfNames(trx: Work, all: SearchPlace): Promise<string[]> {
  // Names of people are many, and would leave no room for those of places and devices.
  const place = { ...all, types: all.types.filter((type) => type !== 'person') };
  const { rows } = await sql<{ words: string | null }>`
    select string_agg(word, ' ') as words from (
      select distinct word from (${names(place)}) as n cross join lateral string_to_table(n.search_name, ' ') as word
      where word > ':' and length(word) >= 3 limit ${maxWords}) as once`.execute(trx);
  return rows[0]?.words?.split(' ') ?? [];
}

/** Names of locations by id. */
export async function namesOfLocations(
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select l.id, l.name from locations l where l.organization_id = ${organizationId}::uuid and l.id = any (${[...ids]}::uuid[])`.execute(
    trx,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
