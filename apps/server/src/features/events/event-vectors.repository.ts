import type { VectorKind } from '@sightline/contracts/events/event';
import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { classCodes, vectorCodes } from './event-codes.ts';
import { allOf, factsOf, plateCondition, rangeOf, type EventSearch } from './event-filter.repository.ts';
import type { EventKey } from './events.repository.ts';

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
const isPlain = ({ filter, plates }: EventSearch): boolean => {
  const { severities, zoneIds, minDwellMs, maxDwellMs, minMotion, minScore, hasFace, hasPlate, stationary, colours } = filter;
  const others = [severities, zoneIds, minDwellMs, maxDwellMs, minMotion, minScore, hasFace, hasPlate, colours];
  return plates === null && stationary === 'include' && others.every((value) => value === undefined);
};

/** The query that collects the newest candidates into one row. */
export function candidatesOf(trx: Work, search: EventSearch, like: Likeness): { sql: string; parameters: readonly unknown[] } {
  // Both conditions name search.organizationId.
  const { cameras } = search;
  const one = (ofCamera?: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select v.started_at, v.id, v.vector from event_vectors v ${isPlain(search) ? sql`` : joinEvents(search)}
    where ${rangeOf(search, 'v', ofCamera)} and ${alike(search, like)} order by v.started_at desc, v.id desc limit ${mostCompared + 1}`;
  const isOneByOne = !cameras.all && cameras.isFew;
  const newest = isOneByOne
    ? sql`select found.* from unnest(${[...cameras.ids]}::uuid[]) as wanted (camera_id) cross join lateral (${one(sql`wanted.camera_id`)}) as found
        order by started_at desc, id desc limit ${mostCompared + 1}`
    : one();
  const query = sql`select string_agg(uuid_send(id), ''::bytea) as ids, string_agg(timestamptz_send(started_at), ''::bytea) as starts,
    string_agg(vector, ''::bytea) as vectors from (${newest}) as candidates`.compile(trx);
  return { sql: query.sql, parameters: query.parameters };
}

const joinEvents = (search: EventSearch): RawBuilder<unknown> => sql`join events e
  on e.organization_id = v.organization_id and e.started_at = v.started_at and e.id = v.id and ${allOf([factsOf(search), ...plateCondition(search)])}`;

/** Only vectors of one model and one length can be compared. */
function alike(search: EventSearch, { kind, modelId, vector, exceptId }: Likeness): RawBuilder<unknown> {
  const classes = search.filter.classes?.map(classCodes.toCode);
  return sql`v.kind = ${vectorCodes.toCode(kind)}::smallint and v.model_id = ${modelId} and octet_length(v.vector) = ${vector.length}
    and v.id <> ${exceptId}::uuid and ${classes === undefined ? sql`true` : sql`v.class = any (${classes}::smallint[])`}`;
}
