import type { Role, UserSettings } from '@sightline/contracts/accounts/account';
import { sql } from 'kysely';
import { passwordProvider } from '../../platform/auth/password-accounts.ts';
import type { AccountScope, Database } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

export interface ProfileRow
  extends
    Pick<Row<'auth.user'>, 'id' | 'email'>,
    Pick<
      Row<'people'>,
      | 'firstName'
      | 'lastName'
      | 'phone'
      | 'isPhoneVerified'
      | 'timeZone'
      | 'settings'
      | 'staffRoles'
      | 'isDeveloper'
      | 'isDevTeam'
      | 'isPartner'
      | 'createdAt'
      | 'updatedAt'
    > {
  isEmailVerified: boolean;
}

export interface IdentityRow extends Pick<Row<'auth.account'>, 'id' | 'label' | 'createdAt'> {
  /** `credential` for the password, else the id of a provider. */
  providerId: Row<'auth.account'>['providerId'];
  providerName: string | null;
  kind: Row<'authProviderDirectory'>['kind'] | null;
}

export interface PersonChange {
  firstName?: string | undefined;
  lastName?: string | undefined;
  phone?: string | null | undefined;
  timeZone?: string | undefined;
}

export async function findProfile(scope: AccountScope, userId: string): Promise<ProfileRow | null> {
  const { rows } = await sql<ProfileRow>`
    select u.id, u.email, u."emailVerified" as is_email_verified, p.first_name, p.last_name, p.phone, p.is_phone_verified, p.time_zone, p.settings,
      p.staff_roles, p.is_developer, p.is_dev_team, p.is_partner, p.created_at, p.updated_at
    from auth."user" u join people p on p.user_id = u.id where u.id = ${userId}`.execute(scope);
  return rows[0] ?? null;
}

/** Ways of signing in, the oldest first. */
export async function listIdentities(scope: AccountScope, userId: string): Promise<IdentityRow[]> {
  const { rows } = await sql<IdentityRow>`
    select a.id, a."providerId" as provider_id, d.name as provider_name, d.kind, a.label, a."createdAt" as created_at
    from auth."account" a left join auth_provider_directory d on d.id::text = a."providerId"
    where a."userId" = ${userId} order by a."createdAt", a.id`.execute(scope);
  return rows;
}

/** Providers by which somebody can sign in now. */
export async function listUsableProviders(
  scope: AccountScope,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select d.id, d.name from auth."account" a join auth_provider_directory d on d.id::text = a."providerId" and d.is_enabled
    where a."userId" = ${userId} order by d.name, d.id`.execute(scope);
  return rows;
}

/** Unlinks a way of signing in; what it was, or null when there is none of this id. */
export async function deleteIdentity(scope: AccountScope, userId: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ providerId: string }>`
    delete from auth."account" where "userId" = ${userId} and id = ${id} returning "providerId" as provider_id`.execute(
    scope,
  );
  return rows[0]?.providerId ?? null;
}

/** Takes a password away that was typed for an address which nobody has proven. */
export async function dropTypedPassword(scope: AccountScope, userId: string): Promise<void> {
  await sql`delete from auth."account" where "userId" = ${userId} and "providerId" = ${passwordProvider}`.execute(
    scope,
  );
}

/** Keeps two changes of one account apart until the transaction ends. */
export async function lockAccount(scope: AccountScope, userId: string): Promise<void> {
  await sql`select 1 from auth."user" where id = ${userId} for update`.execute(scope);
}

export async function updatePerson(
  scope: AccountScope,
  userId: string,
  { now, ...change }: PersonChange & { now: Date },
): Promise<void> {
  const { phone } = change;
  const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  await scope
    .updateTable('people')
    .set({ ...set, ...(phone === undefined ? {} : { isPhoneVerified: false }), updatedAt: now })
    .where('userId', '=', userId)
    .execute();
  await sql`
    update auth."user" u set name = trim(p.first_name || ' ' || p.last_name), "updatedAt" = ${now} from people p where p.user_id = u.id and u.id = ${userId}`.execute(
    scope,
  );
}

/** Adds to the settings; what is not named stays. */
export async function mergeSettings(
  scope: AccountScope,
  userId: string,
  { change, now }: { change: Partial<UserSettings>; now: Date },
): Promise<Partial<UserSettings>> {
  const { rows } = await sql<{ settings: Partial<UserSettings> }>`
    update people set settings = settings || ${JSON.stringify(change)}::jsonb, updated_at = ${now} where user_id = ${userId} returning settings`.execute(
    scope,
  );
  return rows[0]?.settings ?? {};
}

/** Gives an account a proven address; throws a duplicate where another account has it. */
export async function setEmail(scope: AccountScope, userId: string, email: string): Promise<void> {
  await sql`update auth."user" set email = ${email}, "emailVerified" = true, "updatedAt" = now() where id = ${userId}`.execute(
    scope,
  );
}

/** Language that a person reads, by e-mail; for mails. */
export async function findLanguage(scope: AccountScope, userId: string): Promise<'en' | 'he'> {
  const profile = await findProfile(scope, userId);
  return profile?.settings.lang ?? 'en';
}

export const listOrganizationIds = (database: Database, userId: string): Promise<string[]> =>
  database.withPerson(userId, async (trx) => {
    const rows = await trx
      .selectFrom('memberships')
      .select('organizationId')
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute();
    return rows.map(({ organizationId }) => organizationId);
  });

/** Role of a person in an organization; null for those who are no members. */
export const findRole = (database: Database, organizationId: string, userId: string): Promise<Role | null> =>
  database.withOrganization(organizationId, async (trx) => {
    const row = await trx
      .selectFrom('memberships')
      .select('role')
      .where('organizationId', '=', organizationId)
      .where('userId', '=', userId)
      .executeTakeFirst();
    return row?.role ?? null;
  });

export const hasPassword = (identities: readonly IdentityRow[]): boolean =>
  identities.some(({ providerId }) => providerId === passwordProvider);

export type MediaTokenRow = Pick<Row<'auth.mediaTokens'>, 'organizationId' | 'kind' | 'expiresAt'>;

export async function saveMediaToken(database: Database, userId: string, token: MediaTokenRow): Promise<void> {
  await database.global
    .insertInto('auth.mediaTokens')
    .values({ userId, ...token })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'organizationId', 'kind']).doUpdateSet({ expiresAt: token.expiresAt }),
    )
    .execute();
}

export async function listMediaTokens(
  database: Database,
  userId: string,
  { organizationId, now }: { organizationId: string; now: Date },
): Promise<MediaTokenRow[]> {
  const rows = await database.global
    .selectFrom('auth.mediaTokens')
    .select(['organizationId', 'kind', 'expiresAt'])
    .where('userId', '=', userId)
    .where('organizationId', '=', organizationId)
    .where('expiresAt', '>', now)
    .execute();
  return rows as MediaTokenRow[];
}
