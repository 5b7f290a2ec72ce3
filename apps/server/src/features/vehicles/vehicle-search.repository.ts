import { searchedWords } from '@sightline/domain/vehicles/search-words';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** How much is looked through before it is called very many. */
export interface SearchLimits {
  /** So many found vehicles are put in order by themselves; of more, all are gone through in order until a page is full. */
  listed: number;
  /** So many vehicles are asked one by one whether they hold a word that nearly all hold. */
  asked: number;
  /** So many entries of a word are read where it stands alone; where others narrow it; and where that was too few. */
  read: readonly [number, number, number];
}
const usualLimits: SearchLimits = { listed: 10_000, asked: 2_000, read: [30_000, 80_000, 250_000] };
/** Follows everything that begins with a word. */
const end = '\u{10FFFF}';

const begins = (column: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${column} >= ${word} and ${column} < ${`${word}${end}`}`;

/** What a search found: the ids, or null when there are too many to list; then `count` is how many there are at least, null when nobody counted. */
export interface Found {
  ids: string[] | null;
  count: number | null;
  /** Condition on `vehicles v`: is one of them. Of very many each is asked for its words. */
  isOne: RawBuilder<SqlBool>;
}

/** What is typed, as sets of words: who holds all words of one set is found. */
function wantedSets(text: string): string[][] {
  const { key, words } = searchedWords(text);
  const sets = key === '' ? [] : [[key]];
  const isPlateAlone = words.length === 1 && words[0] === key;
  return words.length === 0 || isPlateAlone ? sets : [...sets, [...new Set(words)]];
}

const isAmong = (ids: readonly string[]): RawBuilder<SqlBool> => sql<SqlBool>`v.id = any (${[...ids]}::uuid[])`;

/** Finds vehicles without reading further than is useful. */
export async function findVehicles(
  trx: Work,
  { organizationId, text }: { organizationId: string; text: string },
  limits: SearchLimits = usualLimits,
): Promise<Found> {
  const listed = new Set<string>();
  const sets = wantedSets(text);
  for (const [at, words] of sets.entries()) {
    const { ids, count } = await holdersOf(trx, { organizationId, words }, limits);
    if (ids === null) {
      // Each is asked then, and for the sets that nobody has looked for yet as well.
      const holders = sets.slice(at).map((set) => eachHeld(organizationId, sql`v.id`, set));
      return { ids, count, isOne: sql<SqlBool>`(${sql.join([isAmong([...listed]), ...holders], sql` or `)})` };
    }
    for (const id of ids) listed.add(id);
  }
  const ids = [...listed];
  return { ids, count: ids.length, isOne: isAmong(ids) };
}

interface Wanted {
  organizationId: string;
  words: readonly string[];
}

type Holders = Pick<Found, 'ids' | 'count'>;

/** Who holds each of the words. */
async function holdersOf(trx: Work, wanted: Wanted, limits: SearchLimits): Promise<Holders> {
  const { words } = wanted;
  const [alone, narrowed, last] = limits.read;
  if (words.length === 1) return read(trx, wanted, { ...limits, most: alone, common: [] });
  // Entries that begin with one sign are nearly all there are: they are asked of those who hold the others.
  const long = words.filter((word) => Array.from(word).length > 1);
  const others = long.length === 0 ? words.slice(0, 1) : long;
  const common = words.filter((word) => !others.includes(word));
  for (const most of others.length === 1 ? [limits.asked] : [narrowed, last]) {
    const found = await read(trx, { ...wanted, words: others }, { ...limits, most, common });
    if (found.ids !== null || !found.isCut) return found;
  }
  return { ids: null, count: null };
}

interface Reading extends SearchLimits {
  /** So many entries of a word at most. */
  most: number;
  /** Words that are asked of few. */
  common: readonly string[];
}

/** Entries of words, read one after the other and compared: many times faster than looking each vehicle up. */
async function read(
  trx: Work,
  { organizationId, words }: Wanted,
  { listed, asked, most, common }: Reading,
): Promise<Holders & { isCut: boolean }> {
  const isOne = words.length === 1 && common.length === 0;
  const table = (at: number): RawBuilder<unknown> => sql.raw(`entries_${String(at)}`);
  const entries = words.map(
    (word, at) => sql`${table(at)} as materialized (select w.vehicle_id from vehicle_words w
      where w.organization_id = ${organizationId}::uuid and ${begins(sql`w.word`, word)} limit ${most + 1})`,
  );
  const sizes = words.map((_word, at) => sql`(select count(*) from ${table(at)})`);
  const others = words
    .slice(1)
    .map((_word, at) => sql<SqlBool>`f.vehicle_id in (select vehicle_id from ${table(at + 1)})`);
  // Of one word that is cut it is still known how many hold it at least.
  const isWhole = isOne ? sql`true` : sql`(select size from cut) <= ${most}`;
  const few = common.length === 0 ? listed : asked;
  const { rows } = await sql<{ ids: string[] | null; size: number; held: number }>`
    with ${sql.join(entries)},
      cut as materialized (select greatest(${sql.join(sizes)}) as size),
      held as materialized (select distinct f.vehicle_id from ${table(0)} f
        where ${sql.join([isWhole, ...others], sql` and `)} limit ${few + 1}),
      met as materialized (select vehicle_id from held
        where (select count(*) from held) <= ${few} and ${eachHeld(organizationId, sql`held.vehicle_id`, common)})
    select cut.size::integer as size, (select count(*)::integer from held) as held,
      case when cut.size <= ${most} and (select count(*) from held) <= ${few} then array(select vehicle_id from met) end as ids
    from cut`.execute(trx);
  const { ids, size, held } = rows[0] ?? { ids: [], size: 0, held: 0 };
  if (ids !== null) return { ids, count: ids.length, isCut: false };
  return { ids, count: common.length === 0 && (isOne || size <= most) ? held : null, isCut: size > most };
}

/** For each of these words the vehicle of a row has one that begins with it. Asked row by row, whatever the planner thinks. */
const eachHeld = (organizationId: string, id: RawBuilder<unknown>, words: readonly string[]): RawBuilder<SqlBool> =>
  words.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.join(
        words
          .toSorted((a, b) => b.length - a.length)
          .map(
            (word) => sql`coalesce((select true from vehicle_words h
            where h.organization_id = ${organizationId}::uuid and h.vehicle_id = ${id} and ${begins(sql`h.word`, word)} limit 1), false)`,
          ),
        sql` and `,
      )})`;
