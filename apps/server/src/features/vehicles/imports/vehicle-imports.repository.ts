import type { FaultyLine } from '@sightline/contracts/vehicles/vehicle-import';
import { confusedKey, plateKey } from '@sightline/domain/vehicles/plate-key';
import { vehicleWords } from '@sightline/domain/vehicles/search-words';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import type { Row } from '../../../platform/database/rows.generated.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { VehicleWords } from '../vehicles.repository.ts';

/** So many lines that were not taken are kept of a file. */
export const keptFaults = 1_000;

/** A file within its organization. */
export interface ImportPlace {
  organizationId: string;
  importId: string;
}

export type ImportRow = Row<'vehicleImports'>;

export const insertImport = async (
  trx: Work,
  { organizationId, importId }: ImportPlace,
  sent: { name: string; createdBy: string; sessionId: string; createdAt: Date },
): Promise<void> => {
  await trx
    .insertInto('vehicleImports')
    .values({ organizationId, id: importId, ...sent })
    .execute();
};

export const findImport = (trx: Work, { organizationId, importId }: ImportPlace): Promise<ImportRow | undefined> =>
  trx
    .selectFrom('vehicleImports')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .executeTakeFirst();

/** Nobody else changes it until the transaction ends. */
export const holdImport = (trx: Work, { organizationId, importId }: ImportPlace): Promise<ImportRow | undefined> =>
  trx
    .selectFrom('vehicleImports')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst();

/** What of the work is known now. */
type Progress = Partial<Pick<ImportRow, 'state' | 'cause' | 'lines' | 'done' | 'inserted' | 'skipped' | 'failed'>>;

export async function updateImport(
  trx: Work,
  { organizationId, importId }: ImportPlace,
  progress: Progress,
): Promise<void> {
  await trx
    .updateTable('vehicleImports')
    .set(progress)
    .where('organizationId', '=', organizationId)
    .where('id', '=', importId)
    .execute();
}

export const faultsOf = (
  trx: Work,
  { organizationId, importId }: ImportPlace,
): Promise<Pick<Row<'vehicleImportFaults'>, 'line' | 'plate' | 'fault'>[]> =>
  trx
    .selectFrom('vehicleImportFaults')
    .select(['line', 'plate', 'fault'])
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .orderBy('line')
    .limit(keptFaults)
    .execute();

export async function insertFaults(
  trx: Work,
  { organizationId, importId }: ImportPlace,
  faults: readonly FaultyLine[],
): Promise<void> {
  if (faults.length === 0) return;
  await trx
    .insertInto('vehicleImportFaults')
    .values(faults.map((fault) => ({ organizationId, importId, ...fault })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Adds vehicles whose plates are new; answers which of them, in the order given, were. */
export async function insertNewVehicles(
  trx: Work,
  organizationId: string,
  vehicles: readonly VehicleWords[],
): Promise<boolean[]> {
  const rows = vehicles.map((vehicle) => {
    const key = plateKey(vehicle.plate);
    return { id: newId(), ...vehicle, key, confused: confusedKey(key), words: vehicleWords(vehicle) };
  });
  const { rows: made } = await sql<{ id: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as i (id uuid, plate text, key text, confused text, owner text, make text, color text, words jsonb)),
    made as (
      insert into vehicles (organization_id, id, plate, key, confused, owner, make, color)
      select ${organizationId}::uuid, id, plate, key, confused, owner, make, color from given
      on conflict (organization_id, key) do nothing returning id),
    words as (
      insert into vehicle_words (organization_id, word, vehicle_id)
      select ${organizationId}::uuid, word, g.id
      from given g join made using (id) cross join lateral jsonb_array_elements_text(g.words) as word)
    select id from made`.execute(trx);
  const ids = new Set(made.map(({ id }) => id));
  return rows.map(({ id }) => ids.has(id));
}

/** Forgets files that were sent before; answers which, because they may still lie there. */
export async function forgetImports(trx: Work, organizationId: string, before: Date): Promise<string[]> {
  const rows = await trx
    .deleteFrom('vehicleImports')
    .where('organizationId', '=', organizationId)
    .where('createdAt', '<', before)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
