import type { Scope } from '@sightline/domain/permissions/grant';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { insideScope } from '../../../platform/database/scope-sql.ts';
import { classOf, factsOf, plateCondition, rangeOf, type EventSearch } from './event-filter.repository.ts';
import { completeRows, narrowColumns, type EventRow, type NarrowRow } from '../event-rows.repository.ts';
import { rareEvents } from '../events.repository.ts';

/** So many of the newest events are looked at before it is asked in which hours something rarer was. */
const looked = 2_000;
const lookedOfEach = 200;
const maxSingly = 20;

/** Cameras inside the scope whose folded names hold every word, at most `limit`; those that are gone are not found by name. */
export async function camerasNamed(
  trx: Work,
  { organizationId, scope }: { organizationId: string; scope: Scope },
  { words, limit }: { words: readonly string[]; limit: number },
): Promise<string[]> {
  const inside = insideScope(scope, {
    organizationId,
    location: sql`c.location_id`,
    core: sql`c.edge_id`,
    camera: sql`c.id`,
  });
  const holdsAll = sql.join(
    words.map((word) => sql<SqlBool>`strpos(c.search_name, ${word}) > 0`),
    sql` and `,
  );
  const { rows } = await sql<{
    id: string;
  }>`select c.id from cameras c where c.organization_id = ${organizationId}::uuid and c.deleted_at is null and ${inside} and ${holdsAll}
    order by length(c.search_name), c.id limit ${limit}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** The newest events of a search whose finer word is one of these, where any are given; of what is looked for by that, only what is among the newest. */
export async function newestNamed(
  trx: Work,
  search: EventSearch,
  wanted: { subtypes: readonly string[]; limit: number },
): Promise<EventRow[]> {
  const { subtypes, limit } = wanted;
  const finer: RawBuilder<SqlBool>[] =
    subtypes.length === 0 ? [] : [sql<SqlBool>`e.subtype = any (${[...subtypes]}::text[])`];
  const near = (await nearest(search, { finer, limit }).execute(trx)).rows;
  const isRarer =
    near.length < limit && subtypes.length === 0 && search.plates === null && search.filter.classes !== undefined;
  const rare = isRarer ? await rareEvents(trx, search, { conditions: [], limit }) : null;
  return completeRows(trx, search.organizationId, rare ?? near);
}

/** What is found among the newest events: of the plates where they are known, of each camera where they are few, or of all. */
function nearest(
  search: EventSearch,
  { finer, limit }: { finer: readonly RawBuilder<SqlBool>[]; limit: number },
): RawBuilder<NarrowRow> {
  const { cameras, plates } = search;
  const order = sql`order by e.started_at desc, e.id desc`;
  const wanted = sql.join([factsOf(search), ...plateCondition(search), ...finer], sql` and `);
  const among = (range: RawBuilder<unknown>, most: number, isOfCameras = sql<SqlBool>`true`): RawBuilder<NarrowRow> =>
    sql<NarrowRow>`select ${narrowColumns} from (select * from events e where ${range} ${order} limit ${most}) as e
      where ${wanted} and ${isOfCameras} ${order} limit ${limit}`;
  if (plates !== null) return among(sql.join([rangeOf(search, 'e'), ...plateCondition(search)], sql` and `), looked);
  const all = { ...search, cameras: { all: true as const } };
  if (cameras.all) return among(rangeOf(all, 'e'), looked);
  if (!cameras.isFew && cameras.ids.length > maxSingly)
    return among(rangeOf(all, 'e'), looked, sql<SqlBool>`e.camera_id = any (${[...cameras.ids]}::uuid[])`);
  const ofEach = among(sql`${rangeOf(search, 'e', sql`wanted.camera_id`)} and ${classOf(search)}`, lookedOfEach);
  return sql<NarrowRow>`select one.* from unnest(${[...cameras.ids]}::uuid[]) as wanted (camera_id) cross join lateral (${ofEach}) as one
    order by one.started_at desc, one.id desc limit ${limit}`;
}
