import { certainPieces, foldPlate, resembles } from '@sightline/domain/events/plate-match';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';

/** More ends than this are not looked up plate by plate: each plate is looked for on every day, at about 0.1 ms; of so many, the newest are soon found in passing. */
const maxPlates = 150;
/** Ends that are read for one piece of a plate. */
const maxCandidates = 50_000;

/** Plates that match, or, when these are too many, the condition on `events e` that tells. */
export type FoundPlates = { isAll: true; texts: readonly string[] } | { isAll: false; condition: RawBuilder<SqlBool> };

/** The plates that hold this part, or that resemble it. `wanted` is capitals and digits. */
export async function findPlates(
  trx: Work,
  organizationId: string,
  search: { wanted: string; match: 'contains' | 'similar' },
): Promise<FoundPlates> {
  const { wanted, match } = search;
  const pieces = match === 'contains' ? [foldPlate(wanted)] : certainPieces(foldPlate(wanted));
  const isExactPart = match === 'contains' ? sql<SqlBool>`strpos(plate, ${wanted}) > 0` : sql<SqlBool>`true`;
  const isPart = pieces.length === 1;
  const limit = isPart ? maxPlates + 1 : maxCandidates;
  const texts = new Set<string>();
  let isCut = false;
  for (const piece of pieces) {
    // Every sign of a plate sorts before the tilde.
    const { rows } = await sql<{
      plate: string;
    }>`select plate from plate_ends where organization_id = ${organizationId}::uuid
      and ending >= ${piece} and ending < ${`${piece}~`} and ${isExactPart} limit ${limit}`.execute(trx);
    // A plate can hold a piece twice, so that the rows are counted and not the plates.
    isCut ||= isPart && rows.length > maxPlates;
    for (const { plate } of rows) if (match === 'contains' || resembles(plate, wanted)) texts.add(plate);
  }
  if (!isCut) return { isAll: true, texts: [...texts] };
  const column = match === 'contains' ? sql`e.plate` : sql`translate(e.plate, 'OIBSZ', '01852')`;
  return {
    isAll: false,
    condition: sql<SqlBool>`strpos(${column}, ${match === 'contains' ? wanted : foldPlate(wanted)}) > 0`,
  };
}

/** Forgets plates that nobody has seen since a day, with their ends. */
export async function forgetPlates(trx: Work, organizationId: string, since: Date): Promise<void> {
  await sql`
    with gone as (delete from plates where organization_id = ${organizationId}::uuid and seen_on < ${since.toISOString().slice(0, 10)}::date returning plate)
    delete from plate_ends p using gone, generate_series(1, 11) as at
    where p.organization_id = ${organizationId}::uuid and p.ending = substr(translate(gone.plate, 'OIBSZ', '01852'), at)
      and p.plate = gone.plate`.execute(trx);
}
