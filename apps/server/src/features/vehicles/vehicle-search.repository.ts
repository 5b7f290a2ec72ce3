import { searchedWords } from '@sightline/domain/vehicles/search-words';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** How much is looked through before it is called very many. */
export interface SearchLimits {
  /** So many found vehicles are put in order by themselves; of more, all are gone through in order until a page is full. */
  listed: number;
  /** So many words of vehicles are read at most: several of one may match. */
  words: number;
}
const usualLimits: SearchLimits = { listed: 10_000, words: 40_000 };
/** Follows everything that begins with a word. */
const last = '\u{10FFFF}';

const begins = (column: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${column} >= ${word} and ${column} < ${`${word}${last}`}`;

/** What a search found: the ids, or null when there are too many to list; then `count` is how many there are at least. */
export interface Found {
  ids: string[] | null;
  count: number;
}

/** Finds vehicles without reading further than is useful. */
export async function findVehicles(
  trx: Work,
  { organizationId, text }: { organizationId: string; text: string },
  { listed, words: most }: SearchLimits = usualLimits,
): Promise<Found> {
  const { key, words } = searchedWords(text);
  const beginning = (
    word: string,
    others: readonly string[],
  ): RawBuilder<unknown> => sql`(select w.vehicle_id from vehicle_words w
    where w.organization_id = ${organizationId}::uuid and ${begins(sql`w.word`, word)} and ${eachHeld(organizationId, sql`w.vehicle_id`, others)} limit ${most + 1})`;
  const branches = key === '' ? [] : [beginning(key, [])];
  // The longest word is met by the fewest.
  const [first, ...others] = words.toSorted((a, b) => b.length - a.length);
  if (first !== undefined && (others.length > 0 || first !== key)) branches.push(beginning(first, others));
  if (branches.length === 0) return { ids: [], count: 0 };
  const { rows } = await sql<{ ids: string[]; read: number }>`
    with read as materialized (${sql.join(branches, sql` union all `)})
    select array(select distinct vehicle_id from read limit ${listed + 1}) as ids, (select count(*)::integer from read) as read`.execute(
    trx,
  );
  const { ids, read } = rows[0] ?? { ids: [], read: 0 };
  return ids.length > listed || read > most ? { ids: null, count: ids.length } : { ids, count: ids.length };
}

/** For each of these words the vehicle of a row has one that begins with it. Asked row by row, whatever the planner thinks. */
const eachHeld = (organizationId: string, id: RawBuilder<unknown>, words: readonly string[]): RawBuilder<SqlBool> =>
  words.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.join(
        words.map(
          (word) => sql`coalesce((select true from vehicle_words h
            where h.organization_id = ${organizationId}::uuid and h.vehicle_id = ${id} and ${begins(sql`h.word`, word)} limit 1), false)`,
        ),
        sql` and `,
      )})`;

/** Condition on `vehicles v`: found by what is typed, asked of one row after the other, for what very many rows meet. */
export function meetsSearch(organizationId: string, text: string): RawBuilder<SqlBool> {
  const { key, words } = searchedWords(text);
  const held = (wanted: readonly string[]): RawBuilder<SqlBool> => eachHeld(organizationId, sql`v.id`, wanted);
  const isPlate = key === '' ? sql<SqlBool>`false` : held([key]);
  return words.length === 0 ? isPlate : sql<SqlBool>`(${isPlate} or ${held(words)})`;
}
