import { sql } from 'kysely';
import type { AccountScope, Work } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/ids.ts';

/** Accounts and identities belong to no organization. */
/** How an identity came to its account: linked by its person, made together with the account, or matched by e-mail. */
export type IdentityOrigin = 'linked' | 'created' | 'matched';

/** What a provider says who somebody is. `accountId` joins issuer and subject. */
export interface IdentityKey {
  providerId: string;
  accountId: string;
}

export async function findIdentity(
  scope: AccountScope,
  key: IdentityKey,
): Promise<{ userId: string; origin: IdentityOrigin } | null> {
  const { rows } = await sql<{ userId: string; origin: IdentityOrigin }>`
    select "userId" as user_id, origin from auth."account" where "providerId" = ${key.providerId} and "accountId" = ${key.accountId}`.execute(
    scope,
  );
  return rows[0] ?? null;
}

/** False when the identity belongs to somebody already. */
export async function insertIdentity(
  scope: AccountScope,
  key: IdentityKey,
  of: { userId: string; origin: IdentityOrigin; label: string | null; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into auth."account" ("id", "accountId", "providerId", "userId", "origin", "label", "createdAt", "updatedAt")
    values (${newId()}, ${key.accountId}, ${key.providerId}, ${of.userId}, ${of.origin}, ${of.label}, ${of.at}, ${of.at})
    on conflict ("providerId", "accountId") where "providerId" <> 'credential' do nothing returning 1`.execute(scope);
  return rows.length > 0;
}

/** An identity that its own person confirms counts as linked from now on. */
export async function setLinked(scope: AccountScope, key: IdentityKey): Promise<void> {
  await sql`update auth."account" set origin = 'linked' where "providerId" = ${key.providerId} and "accountId" = ${key.accountId}`.execute(
    scope,
  );
}

export async function findUserByEmail(scope: AccountScope, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from auth."user" where email = ${email.toLowerCase()}`.execute(
    scope,
  );
  return rows[0]?.id ?? null;
}

/** An account without a password. Its address counts as unconfirmed: an organization's own provider proves nothing to the others. */
export async function insertUser(scope: AccountScope, of: { email: string; name: string; at: Date }): Promise<string> {
  const id = newId();
  await sql`
    insert into auth."user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    values (${id}, ${of.name}, ${of.email.toLowerCase()}, false, ${of.at}, ${of.at})`.execute(scope);
  return id;
}

export async function isMember(trx: Work, organizationId: string, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('memberships')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** True for an account that this one identity made and that has no other way in: its provider is its only authority anyway. */
export async function isOnlyIdentity(
  scope: AccountScope,
  { userId, providerId }: { userId: string; providerId: string },
): Promise<boolean> {
  const { rows } = await sql<{ only: boolean }>`
    select coalesce(bool_and("providerId" = ${providerId} and origin = 'created'), false) as only from auth."account" where "userId" = ${userId}`.execute(
    scope,
  );
  return rows[0]?.only ?? false;
}
