import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

type Place = Work | Database['global'];

const columns = ['id', 'name', 'sealed', 'createdAt', 'verifiedAt', 'lastUsedAt'] as const;

export type MfaMethodRow = Pick<Row<'auth.mfaMethods'>, (typeof columns)[number]>;

export const listMethods = (place: Place, userId: string): Promise<MfaMethodRow[]> =>
  place.selectFrom('auth.mfaMethods').select(columns).where('userId', '=', userId).orderBy('createdAt').execute();

export async function insertMethod(
  place: Place,
  userId: string,
  method: { id: string; name: string; sealed: Buffer; createdAt: Date },
): Promise<MfaMethodRow> {
  return place
    .insertInto('auth.mfaMethods')
    .values({ userId, ...method })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** What was begun and not finished gives way to the next try. */
export async function deleteUnverified(place: Place, userId: string): Promise<void> {
  await place.deleteFrom('auth.mfaMethods').where('userId', '=', userId).where('verifiedAt', 'is', null).execute();
}

export async function deleteMethod(place: Place, userId: string, id: string): Promise<void> {
  await place.deleteFrom('auth.mfaMethods').where('userId', '=', userId).where('id', '=', id).execute();
}

/** Remembers the step of a code; false when that step or a later one was used already. One statement decides, however many ask at once. */
export async function useCounter(place: Place, id: string, used: { counter: number; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await place
    .updateTable('auth.mfaMethods')
    .set({ lastCounter: used.counter, lastUsedAt: used.at })
    .where('id', '=', id)
    .where('lastCounter', '<', used.counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markVerified(place: Place, id: string, at: Date): Promise<void> {
  await place.updateTable('auth.mfaMethods').set({ verifiedAt: at }).where('id', '=', id).execute();
}

/** Uses a backup code up; false when it is none. */
export async function useBackupCode(place: Place, userId: string, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await place
    .deleteFrom('auth.mfaBackupCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function replaceBackupCodes(place: Place, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await place.deleteFrom('auth.mfaBackupCodes').where('userId', '=', userId).execute();
  if (hashes.length > 0)
    await place
      .insertInto('auth.mfaBackupCodes')
      .values(hashes.map((codeHash) => ({ userId, codeHash })))
      .execute();
}

export async function countBackupCodes(place: Place, userId: string): Promise<number> {
  const { count } = await place
    .selectFrom('auth.mfaBackupCodes')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether an organization of the person demands a second factor. */
export async function isDemanded(database: Database, userId: string): Promise<boolean> {
  return database.withPerson(userId, async (trx) => {
    const row = await trx
      .selectFrom('memberships as m')
      .innerJoin('organizations as o', 'o.id', 'm.organizationId')
      .select('o.id')
      .where('m.userId', '=', userId)
      .where('o.demandsMfa', '=', true)
      .executeTakeFirst();
    return row !== undefined;
  });
}

/** Keeps two changes of one person's second factors apart until the transaction ends. */
export async function lockPerson(trx: Place, userId: string): Promise<string> {
  const { rows } = await sql<{ email: string }>`select email from auth."user" where id = ${userId} for update`.execute(
    trx,
  );
  return rows[0]?.email ?? '';
}
