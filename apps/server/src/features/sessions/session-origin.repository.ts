import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { passwordProvider } from '../../platform/auth/password-accounts.ts';
import type { AccountScope, Database } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { SessionOrigin } from './sign-in/sign-in-rules.ts';

export interface NewSession extends SessionOrigin {
  userId: string;
  address: string;
  userAgent: string | null;
  nowMs: number;
}

export interface OwnSessionRow extends Pick<Row<'auth.session'>, 'id' | 'expiresAt' | 'userAgent' | 'authProviderId'> {
  startedAt: Date;
  lastUsedAt: Date;
  address: string | null;
}

/** A session has ended by then when no refresh comes. */
export const sessionLifeMs = 30 * 86_400_000;
const userAgentLength = 400;

/** A new session, always with an id that nobody knew before. */
export async function insertSession(scope: AccountScope, session: NewSession): Promise<string> {
  const id = newId();
  const now = new Date(session.nowMs);
  await sql`
    insert into auth."session" (id, token, "userId", "createdAt", "updatedAt", "expiresAt", "ipAddress", "userAgent", auth_provider_id, provider_organization_id, mfa_at)
    values (${id}, ${randomBytes(32).toString('base64url')}, ${session.userId}, ${now}, ${now}, ${new Date(session.nowMs + sessionLifeMs)},
      ${session.address}, ${session.userAgent?.slice(0, userAgentLength) ?? null}, ${session.authProviderId}, ${session.providerOrganizationId}, ${session.mfaAt})`.execute(
    scope,
  );
  return id;
}

/** How a session came to be and where it was seen last; null when it has ended. */
export async function findOrigin(
  database: Database,
  sessionId: string,
): Promise<(SessionOrigin & { userId: string; address: string | null }) | null> {
  const { rows } = await sql<SessionOrigin & { userId: string; address: string | null }>`
    select "userId" as user_id, auth_provider_id, provider_organization_id, mfa_at, "ipAddress" as address from auth."session" where id = ${sessionId}`.execute(
    database.global,
  );
  return rows[0] ?? null;
}

/** Where a session was seen. */
export async function touchSession(
  scope: AccountScope,
  sessionId: string,
  seen: { address: string; nowMs: number },
): Promise<void> {
  await sql`update auth."session" set "ipAddress" = ${seen.address}, "updatedAt" = ${new Date(seen.nowMs)} where id = ${sessionId}`.execute(
    scope,
  );
}

export async function markMfa(scope: AccountScope, sessionId: string, at: Date): Promise<void> {
  await sql`update auth."session" set mfa_at = ${at} where id = ${sessionId}`.execute(scope);
}

export async function forgetMfa(scope: AccountScope, userId: string): Promise<void> {
  await sql`update auth."session" set mfa_at = null where "userId" = ${userId}`.execute(scope);
}

/** The live sessions of a person, the newest use first. */
export async function listSessions(database: Database, userId: string, nowMs: number): Promise<OwnSessionRow[]> {
  const { rows } = await sql<OwnSessionRow>`
    select id, "createdAt" as started_at, "updatedAt" as last_used_at, "expiresAt" as expires_at, "ipAddress" as address, "userAgent" as user_agent, auth_provider_id
    from auth."session" where "userId" = ${userId} and "expiresAt" > ${new Date(nowMs)} order by "updatedAt" desc, id desc limit 200`.execute(
    database.global,
  );
  return rows;
}

/** Ends sessions of a person, one of them or all but one, with sign-ins that wait for their second factor unless it is one; answers which. */
export async function deleteSessions(
  scope: AccountScope,
  userId: string,
  which: { only?: string; except?: string | null } = {},
): Promise<string[]> {
  if (which.only === undefined) await scope.deleteFrom('auth.mfaChallenges').where('userId', '=', userId).execute();
  const { rows } = await sql<{ id: string }>`
    delete from auth."session" where "userId" = ${userId}
      and (${which.only ?? null}::text is null or id = ${which.only ?? null}) and id is distinct from ${which.except ?? null} returning id`.execute(
    scope,
  );
  return rows.map(({ id }) => id);
}

/** Sessions that came through a provider. */
export async function deleteProviderSessions(
  scope: AccountScope,
  userId: string,
  authProviderId: string,
): Promise<string[]> {
  await scope
    .deleteFrom('auth.mfaChallenges')
    .where('userId', '=', userId)
    .where('authProviderId', '=', authProviderId)
    .execute();
  const { rows } = await sql<{ id: string }>`
    delete from auth."session" where "userId" = ${userId} and auth_provider_id = ${authProviderId} returning id`.execute(
    scope,
  );
  return rows.map(({ id }) => id);
}

/** How the identity of a provider came to an account, and whether the account has another way of signing in. */
export async function findIdentityOrigin(
  database: Database,
  userId: string,
  authProviderId: string,
): Promise<{ origin: string | null; hasOther: boolean; hasPassword: boolean }> {
  const { rows } = await sql<{ origin: string | null; hasOther: boolean; hasPassword: boolean }>`
    select max(a.origin) filter (where a."providerId" = ${authProviderId}) as origin,
      coalesce(bool_or(a."providerId" <> ${authProviderId}), false) as has_other,
      coalesce(bool_or(a."providerId" = ${passwordProvider}), false) as has_password
    from auth."account" a where a."userId" = ${userId}`.execute(database.global);
  return rows[0] ?? { origin: null, hasOther: false, hasPassword: false };
}
