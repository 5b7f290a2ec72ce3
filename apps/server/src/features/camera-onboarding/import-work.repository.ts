import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { ImportPlace } from './camera-imports.repository.ts';

/** A list that is worked on, and whose rights the work has. */
export interface ImportWork extends ImportPlace {
  sessionId: string;
}

/** Remembers a new list, and when it is thrown away. */
export async function insertWork(
  trx: Work,
  { organizationId, importId, sessionId }: ImportWork,
  expiresAt: Date,
): Promise<void> {
  await trx.insertInto('cameraImportWork').values({ organizationId, importId, sessionId, expiresAt }).execute();
}

/** Holds a list until the transaction ends. What marks rows and what ends the work take turns: neither may miss the other. */
export async function holdWork(trx: Work, { organizationId, importId }: ImportPlace): Promise<void> {
  await trx
    .selectFrom('cameraImportWork')
    .select('importId')
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .forUpdate()
    .execute();
}

/** Asks for a list that is held to be worked on, by whichever process comes first; one that works on it already goes on. */
export async function wantWork(trx: Work, { organizationId, importId, sessionId }: ImportWork): Promise<void> {
  await trx
    .updateTable('cameraImportWork')
    .set((eb) => ({
      isWanted: true,
      sessionId,
      beatAt: eb.case().when('isWanted', '=', true).then(eb.ref('beatAt')).end(),
    }))
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .execute();
}

/** Takes what nobody works on; a process that was not heard of since `staleBefore` is gone. */
export async function claimWork(database: Database, now: Date, staleBefore: Date): Promise<ImportWork[]> {
  const { rows } = await sql<ImportWork>`
    update camera_import_work set beat_at = ${now}
    where (organization_id, import_id) in (
      select organization_id, import_id from camera_import_work
      where is_wanted and (beat_at is null or beat_at < ${staleBefore}) limit 20 for update skip locked)
    returning organization_id, import_id, session_id`.execute(database.global);
  return rows;
}

/** Says that the work goes on; `null` gives it back to whoever comes first. */
export async function beat(
  database: Database,
  { organizationId, importId }: ImportPlace,
  at: Date | null,
): Promise<void> {
  await database.global
    .updateTable('cameraImportWork')
    .set({ beatAt: at })
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .execute();
}

/** The work is done, unless rows were marked meanwhile; false then. */
export async function endWork(trx: Work, { organizationId, importId }: ImportPlace): Promise<boolean> {
  await holdWork(trx, { organizationId, importId });
  const { numUpdatedRows } = await trx
    .updateTable('cameraImportWork')
    .set({ isWanted: false, beatAt: null })
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('cameraImportRows')
            .select('line')
            .where('organizationId', '=', organizationId)
            .where('importId', '=', importId)
            .where('wanted', 'is not', null),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Throws away those lists of somebody that nobody works on and that are not among the newest; their pictures go with their time, which is
 * over. Answers how many lists are left.
 */
export async function dropOldImports(
  trx: Work,
  { organizationId, userId }: { organizationId: string; userId: string },
  { kept, now }: { kept: number; now: Date },
): Promise<number> {
  const ofPerson = sql`organization_id = ${organizationId}::uuid and created_by = ${userId}`;
  await sql`
    with over as (
      update camera_import_work set expires_at = ${now}::timestamptz
      where organization_id = ${organizationId}::uuid and not is_wanted
        and import_id in (select id from camera_imports where ${ofPerson} order by created_at desc, id desc offset ${kept})
      returning import_id)
    delete from camera_imports where ${ofPerson} and id in (select import_id from over)`.execute(trx);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from camera_imports where ${ofPerson}`.execute(trx);
  return rows[0]?.count ?? 0;
}

export async function deleteWork(trx: Work, { organizationId, importId }: ImportPlace): Promise<void> {
  await trx
    .deleteFrom('cameraImportWork')
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .execute();
}

/** Lists whose time is over. */
export const expiredWork = (database: Database, now: Date): Promise<ImportPlace[]> =>
  database.global
    .selectFrom('cameraImportWork')
    .select(['organizationId', 'importId'])
    .where('expiresAt', '<', now)
    .execute();
