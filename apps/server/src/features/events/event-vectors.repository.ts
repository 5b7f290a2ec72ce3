import type { VectorKind } from '@sightline/contracts/events/event';
import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { classCodes, vectorBit, vectorCodes } from './event-codes.ts';
import { asksNothing, factsOf, plateCondition, rangeOf, type EventSearch } from './event-filter.repository.ts';
import type { EventKey } from './event-rows.repository.ts';

/** So many of the newest candidates are compared: about a tenth of a second. */
export const mostCompared = 20_000;

export interface EventVector {
  modelId: string;
  vector: Buffer;
}

/** The vector of an event; undefined when it has none of this kind. */
export async function findVector(trx: Work, organizationId: string, key: EventKey & { kind: VectorKind }): Promise<EventVector | undefined> {
  const { rows } = await sql<EventVector>`select model_id, vector from event_vectors
    where organization_id = ${organizationId}::uuid and started_at = ${key.startedAt}::timestamptz and id = ${key.id}::uuid
      and kind = ${vectorCodes.toCode(key.kind)}`.execute(trx);
  return rows[0];
}

/** What candidates must have beside the filters of the search. */
export interface Likeness extends EventVector {
  kind: VectorKind;
  /** The event itself is no answer. */
  exceptId: string;
}

/** True when the vectors alone can tell whether an event matches. */
const isPlain = (search: EventSearch): boolean => asksNothing({ ...search, filter: { ...search.filter, classes: undefined } });

/** The query that collects the newest candidates into one row. */
export function candidatesOf(trx: Work, search: EventSearch, like: Likeness): { sql: string; parameters: readonly unknown[] } {
  const { organizationId } = search;
  const order = sql`order by started_at desc, id desc limit ${mostCompared + 1}`;
  const vectors = (where: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`select v.started_at, v.id, v.vector from event_vectors v where v.organization_id = ${organizationId}::uuid and ${where} and ${alike(search, like)} ${order}`;
  // The events are found first and their vectors fetched by beginning: joined, every day would be joined with every other.
  const newest = isPlain(search)
    ? oneByOne(search, (ofCamera) => vectors(rangeOf(search, 'v', ofCamera)))
    : sql`${vectors(sql`${rangeOf(search, 'v')} and v.started_at = any ((select array_agg(started_at) from found)::timestamptz[])
        and v.id in (select id from found)`)}`;
  const found = isPlain(search) ? sql`` : sql`with found as materialized (${oneByOne(search, (ofCamera) => events(search, { kind: like.kind, ofCamera }))})`;
  // Vectors of other lengths are left out last, because nobody can tell the planner how few they are.
  const chosen = isPlain(search) ? sql`count(*)` : sql`greatest(count(*), (select count(*) from found))`;
  const query = sql`${found} select ${chosen} as chosen, ${oneText(sql`uuid_send(id)`, like)} as ids,
    ${oneText(sql`timestamptz_send(started_at)`, like)} as starts, ${oneText(sql`vector`, like)} as vectors from (${newest}) as candidates`.compile(trx);
  return { sql: query.sql, parameters: query.parameters };
}

/** Bytes of all rows end to end, as base64: the driver knows only text, and the database's own form of bytes takes twice the room. */
const oneText = (bytes: RawBuilder<unknown>, { vector }: EventVector): RawBuilder<unknown> =>
  sql`encode(string_agg(${bytes}, ''::bytea) filter (where octet_length(vector) = ${vector.length}), 'base64')`;

/** A few cameras each by its own index, or all at once. */
function oneByOne({ cameras }: EventSearch, query: (ofCamera?: RawBuilder<unknown>) => RawBuilder<unknown>): RawBuilder<unknown> {
  if (cameras.all || !cameras.isFew) return query();
  return sql`select one.* from unnest(${[...cameras.ids]}::uuid[]) as wanted (camera_id) cross join lateral (${query(sql`wanted.camera_id`)}) as one
    order by started_at desc, id desc limit ${mostCompared + 1}`;
}

const events = (search: EventSearch, { kind, ofCamera }: { kind: VectorKind; ofCamera: RawBuilder<unknown> | undefined }): RawBuilder<unknown> => sql`
  select e.started_at, e.id from events e where ${rangeOf(search, 'e', ofCamera)} and e.vectors & ${vectorBit(kind)}::smallint <> 0 and ${sql.join([factsOf(search), ...plateCondition(search)], sql` and `)}
  order by e.started_at desc, e.id desc limit ${mostCompared + 1}`;

/** Only vectors of one model can be compared. */
function alike(search: EventSearch, { kind, modelId, exceptId }: Likeness): RawBuilder<unknown> {
  const classes = search.filter.classes?.map(classCodes.toCode);
  return sql`v.kind = ${vectorCodes.toCode(kind)}::smallint and v.model_id = ${modelId} and v.id <> ${exceptId}::uuid
    and ${classes === undefined ? sql`true` : sql`v.class = any (${classes}::smallint[])`}`;
}
