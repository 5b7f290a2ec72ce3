import { searchedWords } from '@sightline/domain/vehicles/search-words';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** So many found vehicles are put in order one by one; of more, they are found and put in order by the database. */
export const maxListed = 10_000;
/** Follows everything that begins with a word. */
const last = '\u{10FFFF}';

const begins = (column: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${column} >= ${word} and ${column} < ${`${word}${last}`}`;

/** Ids of vehicles (`vehicle_id`) that hold what is typed as a part of the plate, or of whose words one begins with each that is typed. */
function matchingIds(organizationId: string, text: string): RawBuilder<unknown> {
  const { key, words } = searchedWords(text);
  const found: RawBuilder<unknown>[] = [];
  const of = (word: string): RawBuilder<unknown> => sql`select vehicle_id from vehicle_words
    where organization_id = ${organizationId}::uuid and ${begins(sql`word`, word)}`;
  if (key !== '') found.push(of(key));
  const [first, ...others] = words;
  if (first !== undefined && (others.length > 0 || first !== key))
    found.push(
      sql`${of(first)} ${sql.join(
        others.map((word) => sql`intersect ${of(word)}`),
        sql` `,
      )}`,
    );
  return found.length === 0
    ? sql`select null::uuid as vehicle_id where false`
    : sql.join(
        found.map((one) => sql`(${one})`),
        sql` union `,
      );
}

/** Condition on `vehicles v`: found by what is typed; true when nothing is. */
export const foundBy = (organizationId: string, text: string | undefined): RawBuilder<SqlBool> =>
  text === undefined || text === ''
    ? sql<SqlBool>`true`
    : sql<SqlBool>`v.id in (select m.vehicle_id from (${matchingIds(organizationId, text)}) as m)`;

/** Ids of what is found, or null when there are too many to list. */
export async function findVehicleIds(trx: Work, organizationId: string, text: string): Promise<string[] | null> {
  const { rows } = await sql<{ vehicleId: string }>`
    select m.vehicle_id from (${matchingIds(organizationId, text)}) as m limit ${maxListed + 1}`.execute(trx);
  return rows.length > maxListed ? null : rows.map(({ vehicleId }) => vehicleId);
}
