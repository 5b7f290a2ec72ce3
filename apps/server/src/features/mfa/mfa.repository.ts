import { sql } from 'kysely';
import type { AccountScope, Database } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

const columns = ['id', 'name', 'sealed', 'createdAt', 'verifiedAt', 'lastUsedAt'] as const;

export type MfaMethodRow = Pick<Row<'auth.mfaMethods'>, (typeof columns)[number]>;

export const listMethods = (scope: AccountScope, userId: string): Promise<MfaMethodRow[]> =>
  scope.selectFrom('auth.mfaMethods').select(columns).where('userId', '=', userId).orderBy('createdAt').execute();

export async function insertMethod(
  scope: AccountScope,
  userId: string,
  method: { id: string; name: string; sealed: Buffer; createdAt: Date },
): Promise<MfaMethodRow> {
  return scope
    .insertInto('auth.mfaMethods')
    .values({ userId, ...method })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** What was begun and not finished gives way to the next try. */
export async function deleteUnverified(scope: AccountScope, userId: string): Promise<void> {
  await scope.deleteFrom('auth.mfaMethods').where('userId', '=', userId).where('verifiedAt', 'is', null).execute();
}

export async function deleteMethod(scope: AccountScope, userId: string, id: string): Promise<void> {
  await scope.deleteFrom('auth.mfaMethods').where('userId', '=', userId).where('id', '=', id).execute();
}

/** Remembers the step of a code; false when that step or a later one was used already. One statement decides, however many ask at once. */
export async function useCounter(
  scope: AccountScope,
  id: string,
  used: { counter: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await scope
    .updateTable('auth.mfaMethods')
    .set({ lastCounter: used.counter, lastUsedAt: used.at })
    .where('id', '=', id)
    .where('lastCounter', '<', used.counter)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markVerified(scope: AccountScope, id: string, at: Date): Promise<void> {
  await scope.updateTable('auth.mfaMethods').set({ verifiedAt: at }).where('id', '=', id).execute();
}

/** Uses a backup code up; false when it is none. */
export async function useBackupCode(scope: AccountScope, userId: string, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await scope
    .deleteFrom('auth.mfaBackupCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function replaceBackupCodes(
  scope: AccountScope,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await scope.deleteFrom('auth.mfaBackupCodes').where('userId', '=', userId).execute();
  if (hashes.length > 0)
    await scope
      .insertInto('auth.mfaBackupCodes')
      .values(hashes.map((codeHash) => ({ userId, codeHash })))
      .execute();
}

export async function countBackupCodes(scope: AccountScope, userId: string): Promise<number> {
  const { count } = await scope
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
export async function lockPerson(trx: AccountScope, userId: string): Promise<string> {
  const { rows } = await sql<{ email: string }>`select email from auth."user" where id = ${userId} for update`.execute(
    trx,
  );
  return rows[0]?.email ?? '';
}
