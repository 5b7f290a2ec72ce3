import type { VectorKind } from '@sightline/contracts/events/event';
import { sql, type RawBuilder } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import type { VectorQueries, VectorQuery } from '../../../platform/database/vector-search.ts';
import { classCodes, colourCodes, isLower, minTintPercent, vectorBit, vectorCodes } from '../event-codes.ts';
import {
  asksNothing,
  factsOf,
  hasColours,
  plateCondition,
  rangeOf,
  type EventSearch,
} from './event-filter.repository.ts';
import type { EventKey } from '../event-rows.repository.ts';

/** More colours than this are soon found among all. */
const maxTints = 6;
/** Later than any event. */
const lastMs = 8_000_000_000_000;

/** So many of the newest candidates are compared: about a tenth of a second. */
export const maxCompared = 20_000;

export interface EventVector {
  modelId: string;
  vector: Buffer;
}

/** The vector of an event; undefined when it has none of this kind. */
export async function findVector(
  trx: Work,
  organizationId: string,
  key: EventKey & { kind: VectorKind },
): Promise<EventVector | undefined> {
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

/** Longer vectors are kept by the thread that compares, and only their keys asked for. */
const minKeptBytes = 256;

/** Columns of the candidates, and how they are joined to one row. */
interface Form {
  columns: RawBuilder<unknown>;
  bytes: RawBuilder<unknown>;
  joined: { name: string; bytes: RawBuilder<unknown> }[];
}
const versions = { name: 'versions', bytes: sql`xidsend(version)` };
const values = { name: 'vectors', bytes: sql`vector` };
const keysForm: Form = {
  columns: sql`v.started_at, v.id, v.xmin as version, octet_length(v.vector) as bytes`,
  bytes: sql`bytes`,
  joined: [versions],
};
const keptForm: Form = {
  columns: sql`v.started_at, v.id, v.xmin as version, v.vector`,
  bytes: sql`octet_length(vector)`,
  joined: [versions, values],
};
/** Nobody asks for the version of what is not kept. */
const shortForm: Form = {
  columns: sql`v.started_at, v.id, v.vector`,
  bytes: sql`octet_length(vector)`,
  joined: [values],
};

/** The queries that collect the newest candidates into one row. */
export function candidatesOf(trx: Work, search: EventSearch, like: Likeness): VectorQueries {
  const compile = (form: Form, isWanted: RawBuilder<unknown>): VectorQuery => {
    const { sql: text, parameters } = joined(search, like, { form, isWanted }).compile(trx);
    return { sql: text, parameters };
  };
  const space = `${search.organizationId} ${like.kind} ${like.modelId} ${String(like.vector.length)}`;
  if (like.vector.length < minKeptBytes) return { vectors: compile(shortForm, sql``), keys: null, space };
  const all = [new Date(0), new Date(lastMs)];
  // The bounds are set by who asks; they stand last.
  const bounded = sql`where started_at between ${all[0]}::timestamptz and ${all[1]}::timestamptz`;
  return { vectors: compile(keptForm, bounded), keys: compile(keysForm, sql``), space };
}

function joined(
  search: EventSearch,
  like: Likeness,
  { form, isWanted }: { form: Form; isWanted: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const wayOf = {
    plain: sql``,
    tints: sql``,
    events: sql`with found as materialized (${oneByOne(search, (ofCamera) => events(search, { kind: like.kind, ofCamera }))})`,
  };
  const tints = tintColumns(search);
  const way = !isPlain(search) ? 'events' : tints.length > 0 ? 'tints' : 'plain';
  const newest = {
    plain: () => oneByOne(search, (ofCamera) => vectors(search, like, { form, where: rangeOf(search, 'v', ofCamera) })),
    tints: () => byTint(search, like, { form, tints }),
    // The events are found first and their vectors fetched by beginning: joined, every day would be joined with every other.
    events: () =>
      vectors(search, like, {
        form,
        where: sql`${rangeOf(search, 'v')} and v.started_at = any ((select array_agg(started_at) from found)::timestamptz[]) and v.id in (select id from found)`,
      }),
  }[way]();
  // Vectors of other lengths are left out last, because nobody can tell the planner how few they are.
  const chosen = way === 'events' ? sql`greatest(count(*), (select count(*) from found))` : sql`count(*)`;
  const parts = [
    { name: 'ids', bytes: sql`uuid_send(id)` },
    { name: 'starts', bytes: sql`timestamptz_send(started_at)` },
    ...form.joined,
  ];
  // Bytes of all rows end to end, as base64: the driver knows only text, and the database's own form of bytes takes twice the room.
  const texts = parts.map(
    ({ name, bytes }) =>
      sql`encode(string_agg(${bytes}, ''::bytea) filter (where ${form.bytes} = ${like.vector.length}), 'base64') as ${sql.ref(name)}`,
  );
  return sql`${wayOf[way]} select ${chosen} as chosen, ${sql.join(texts)} from (${newest}) as candidates ${isWanted}`;
}

const newestFirst = sql`order by started_at desc, id desc limit ${maxCompared + 1}`;

/** The newest vectors that can be compared; those of other colours left out. */
const vectors = (
  search: EventSearch,
  like: Likeness,
  { form, where }: { form: Form; where: RawBuilder<unknown> },
): RawBuilder<unknown> => ofTint(search, like, { form, where: sql`${where} and ${hasColours('v', search.filter)}` });

/** The same where the condition says enough about colours. */
const ofTint = (
  search: EventSearch,
  like: Likeness,
  { form, where }: { form: Form; where: RawBuilder<unknown> },
): RawBuilder<unknown> =>
  sql`select ${form.columns} from event_vectors v where ${where} and ${alike(search, like)} ${newestFirst}`;

/** True when the vectors alone can tell whether an event matches: not where something is hidden from whoever asks. */
const isPlain = (search: EventSearch): boolean =>
  asksNothing({ ...search, filter: { ...search.filter, classes: undefined, colours: undefined } });

/** A colour where an index of vectors has it. */
interface TintColumn {
  column: 'tint1' | 'tint2' | 'tint3' | 'tint4';
  code: number;
}

/** The columns that lead to all events with the wanted colours; none where the index does not help. */
function tintColumns({ cameras, filter }: EventSearch): TintColumn[] {
  const { colours, colourPart, minColourShare, classes } = filter;
  const isByCamera = !cameras.all && cameras.isFew;
  if (colours === undefined || isByCamera || classes?.length !== 1 || minColourShare * 100 < minTintPercent) return [];
  // Each once: who names a colour twice must not find everything twice.
  const codes = [...new Set(colourCodes(colours, colourPart))];
  if (codes.length > maxTints) return [];
  return codes.flatMap((code) =>
    (isLower(code) ? (['tint3', 'tint4'] as const) : (['tint1', 'tint2'] as const)).map((column) => ({ column, code })),
  );
}

/** Each tint by its own index, newest first. An event may have two of them: the first column that has one counts, so that none comes twice. */
function byTint(
  search: EventSearch,
  like: Likeness,
  { form, tints }: { form: Form; tints: readonly TintColumn[] },
): RawBuilder<unknown> {
  // A tint has the share that is asked for unless more is asked.
  const isTintEnough = Math.round(search.filter.minColourShare * 100) === minTintPercent;
  const more = vectors(search, like, { form, where: sql`${rangeOf(search, 'v')} and v.has_more_tints` });
  const others = tints.map(({ column, code }) => {
    const isFirst = sql.join([sql`not v.has_more_tints`, ...columnsBefore(column, tints)], sql` and `);
    const where = sql`${rangeOf(search, 'v')} and ${sql.ref(`v.${column}`)} = ${code}::smallint and ${isFirst}`;
    return (isTintEnough ? ofTint : vectors)(search, like, { form, where });
  });
  const branches = [more, ...others].map((branch) => sql`(${branch})`);
  return sql`select * from (${sql.join(branches, sql` union all `)}) as tinted ${newestFirst}`;
}

/** That no column before this one has a wanted tint. */
const columnsBefore = (column: TintColumn['column'], tints: readonly TintColumn[]): RawBuilder<unknown>[] =>
  [...new Set(tints.map((tint) => tint.column))]
    .filter((other) => other < column)
    .map((other) => {
      const codes = tints.filter((tint) => tint.column === other).map((tint) => tint.code);
      return sql`(${sql.ref(`v.${other}`)} = any (${codes}::smallint[])) is not true`;
    });

/** A few cameras each by its own index, or all at once. */
function oneByOne(
  { cameras }: EventSearch,
  query: (ofCamera?: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (cameras.all || !cameras.isFew) return query();
  return sql`select one.* from unnest(${[...cameras.ids]}::uuid[]) as wanted (camera_id) cross join lateral (${query(sql`wanted.camera_id`)}) as one ${newestFirst}`;
}

const events = (
  search: EventSearch,
  { kind, ofCamera }: { kind: VectorKind; ofCamera: RawBuilder<unknown> | undefined },
): RawBuilder<unknown> => sql`
  select e.started_at, e.id from events e where ${rangeOf(search, 'e', ofCamera)} and e.vectors & ${vectorBit(kind)}::smallint <> 0 and ${sql.join([factsOf(search), ...plateCondition(search)], sql` and `)}
  order by e.started_at desc, e.id desc limit ${maxCompared + 1}`;

/** Only vectors of one model can be compared. */
function alike(search: EventSearch, { kind, modelId, exceptId }: Likeness): RawBuilder<unknown> {
  const codes = search.filter.classes?.map(classCodes.toCode);
  const isOfClass =
    codes === undefined
      ? sql`true`
      : codes.length === 1
        ? sql`v.class = ${codes[0]}::smallint`
        : sql`v.class = any (${codes}::smallint[])`;
  return sql`v.kind = ${vectorCodes.toCode(kind)}::smallint and v.model_id = ${modelId} and v.id <> ${exceptId}::uuid and ${isOfClass}`;
}
