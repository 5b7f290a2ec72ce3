import { sql } from 'kysely';
import { passwordProvider } from '../../platform/auth/password-accounts.ts';
import type { AccountScope } from '../../platform/database/database.ts';

/**
 * The reader of the mailbox proves the address of an account; answers whether that is the first time. An organization's
 * provider may have made the account in the name of anybody, and whoever it let in may have put locks on it: what the account
 * was given before belongs to nobody known and goes. Its providers stay a way into their own organizations, no more.
 */
export async function proveAddress(scope: AccountScope, userId: string): Promise<boolean> {
  const { rows } = await sql`
    update auth."user" set "emailVerified" = true where id = ${userId} and not "emailVerified" returning 1`.execute(
    scope,
  );
  if (rows.length === 0) return false;
  await sql`update auth."account" set origin = 'matched' where "userId" = ${userId} and "providerId" <> ${passwordProvider}`.execute(
    scope,
  );
  for (const table of ['auth.mfaMethods', 'auth.mfaBackupCodes', 'auth.mfaChallenges', 'userDevices'] as const)
    await scope.deleteFrom(table).where('userId', '=', userId).execute();
  await sql`update auth."session" set mfa_at = null where "userId" = ${userId}`.execute(scope);
  await scope.updateTable('people').set({ phone: null, isPhoneVerified: false }).where('userId', '=', userId).execute();
  return true;
}
