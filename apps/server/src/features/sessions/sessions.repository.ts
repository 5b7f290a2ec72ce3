import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { newId } from '../../platform/ids/ids.ts';
import { newRefreshToken } from './refresh-token.ts';

const refreshLifeMs = 30 * 86_400_000;
/** Used tokens are kept this long, so that a stolen one is recognised when it comes back. */
const keepUsedMs = 7 * 86_400_000;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export type SessionUserRow = Pick<Row<'auth.user'>, 'id' | 'email' | 'name'> &
  Pick<Row<'people'>, 'firstName' | 'lastName' | 'settings' | 'staffRoles' | 'isDeveloper' | 'isDevTeam' | 'isPartner'>;

/** One organization of a person, with what the screens need of it. */
export interface MembershipRow
  extends
    Pick<Row<'memberships'>, 'organizationId' | 'role'>,
    Pick<Row<'organizations'>, 'name' | 'color' | 'isDefault' | 'disableInactivity' | 'localLiveStream'> {
  /** When helping ends; null for members. */
  supportUntil: Date | null;
}

export interface RotatedToken extends Pick<Row<'auth.refreshTokens'>, 'sessionId' | 'organizationId'> {
  userId: string;
}

export type UsedToken = Pick<Row<'auth.refreshTokens'>, 'sessionId' | 'usedAt'>;

/** Number of accounts, to know whether the first one is still to be made. */
export async function hasAccounts(database: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select 1 from auth."user") as found`.execute(
    database.global,
  );
  return rows[0]?.found ?? false;
}

/** Whoever sets the installation up looks after it; there is no mail yet to prove the address with. */
export async function makeInstallationAdministrator(database: Database, userId: string): Promise<void> {
  await database.global
    .updateTable('people')
    .set({ staffRoles: ['ADMIN'] })
    .where('userId', '=', userId)
    .execute();
  await sql`update auth."user" set "emailVerified" = true where id = ${userId}`.execute(database.global);
}

/** Runs `work` while no other process may make the first account. */
export function whileAlone<T>(database: Database, work: () => Promise<T>): Promise<T> {
  return database.global.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('first-account'))`.execute(trx);
    return work();
  });
}

/** A new refresh token of a session; only its hash is kept. */
export async function addRefreshToken(
  trx: Database['global'],
  session: { sessionId: string; organizationId: string | null; nowMs: number },
): Promise<string> {
  const token = newRefreshToken();
  const expiresAt = new Date(session.nowMs + refreshLifeMs);
  await trx
    .insertInto('auth.refreshTokens')
    .values({
      id: newId(),
      sessionId: session.sessionId,
      tokenHash: hashOf(token),
      organizationId: session.organizationId,
      createdAt: new Date(session.nowMs),
      expiresAt,
    })
    .execute();
  await sql`update auth."session" set "expiresAt" = ${expiresAt}, "updatedAt" = ${new Date(session.nowMs)} where id = ${session.sessionId}`.execute(
    trx,
  );
  return token;
}

/** Uses a token up and makes its successor, in one transaction; null when it is unknown, used or expired. */
export function rotateRefreshToken(
  database: Database,
  token: string,
  nowMs: number,
): Promise<(RotatedToken & { token: string }) | null> {
  const now = new Date(nowMs);
  return database.global.transaction().execute(async (trx) => {
    const { rows } = await sql<RotatedToken>`
      update auth.refresh_tokens t set used_at = ${now} from auth."session" s
      where t.token_hash = ${hashOf(token)} and t.used_at is null and t.expires_at > ${now} and s.id = t.session_id and s."expiresAt" > ${now}
      returning t.session_id, t.organization_id, s."userId" as user_id`.execute(trx);
    const used = rows[0];
    if (!used) return null;
    const forgotten = new Date(nowMs - keepUsedMs);
    await trx
      .deleteFrom('auth.refreshTokens')
      .where('sessionId', '=', used.sessionId)
      .where('usedAt', '<', forgotten)
      .execute();
    return { ...used, token: await addRefreshToken(trx, { ...used, nowMs }) };
  });
}

/** One more token beside the successor of a used one; null when its session has ended. */
export function addSiblingToken(
  database: Database,
  usedToken: string,
  nowMs: number,
): Promise<(RotatedToken & { token: string }) | null> {
  return database.global.transaction().execute(async (trx) => {
    const { rows } = await sql<RotatedToken>`
      select t.session_id, t.organization_id, s."userId" as user_id from auth.refresh_tokens t join auth."session" s on s.id = t.session_id
      where t.token_hash = ${hashOf(usedToken)} and s."expiresAt" > ${new Date(nowMs)}`.execute(trx);
    const used = rows[0];
    return used ? { ...used, token: await addRefreshToken(trx, { ...used, nowMs }) } : null;
  });
}

export async function findRefreshToken(database: Database, token: string): Promise<UsedToken | null> {
  const row = await database.global
    .selectFrom('auth.refreshTokens')
    .select(['sessionId', 'usedAt'])
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirst();
  return row ?? null;
}

/** Whose a token is that would be renewed now; null when it is unknown, used or expired. */
export async function peekRefreshToken(database: Database, token: string, nowMs: number): Promise<RotatedToken | null> {
  const now = new Date(nowMs);
  const { rows } = await sql<RotatedToken>`
    select t.session_id, t.organization_id, s."userId" as user_id from auth.refresh_tokens t join auth."session" s on s.id = t.session_id
    where t.token_hash = ${hashOf(token)} and t.used_at is null and t.expires_at > ${now} and s."expiresAt" > ${now}`.execute(
    database.global,
  );
  return rows[0] ?? null;
}

/** Ends every token of a session that is out there, and makes the one that goes on; null when the session has ended. */
export function replaceRefreshTokens(database: Database, sessionId: string, nowMs: number): Promise<string | null> {
  return database.global.transaction().execute(async (trx) => {
    const { rows } = await sql<{ organizationId: string | null; isOpen: boolean }>`
      delete from auth.refresh_tokens where session_id = ${sessionId} returning organization_id, used_at is null as is_open`.execute(
      trx,
    );
    const open = rows.find(({ isOpen }) => isOpen) ?? rows[0];
    return open ? addRefreshToken(trx, { sessionId, organizationId: open.organizationId, nowMs }) : null;
  });
}

/** Remembers the active organization, so that the next refresh mints a token for it. */
export async function setActiveOrganization(
  database: Database,
  sessionId: string,
  organizationId: string,
): Promise<void> {
  await database.global
    .updateTable('auth.refreshTokens')
    .set({ organizationId })
    .where('sessionId', '=', sessionId)
    .where('usedAt', 'is', null)
    .execute();
}

export async function findUser(database: Database, userId: string): Promise<SessionUserRow | null> {
  const { rows } = await sql<SessionUserRow>`
    select u.id, u.email, u.name, p.first_name, p.last_name, p.settings, p.staff_roles, p.is_developer, p.is_dev_team, p.is_partner
    from auth."user" u join people p on p.user_id = u.id where u.id = ${userId}`.execute(database.global);
  return rows[0] ?? null;
}

/** The own organizations, then those in which the own ones may help now. */
export async function listMemberships(trx: Work, userId: string): Promise<MembershipRow[]> {
  const { rows } = await sql<MembershipRow>`
    with own as (select organization_id, role, created_at from memberships where user_id = ${userId}),
      places as (
        select organization_id, role, created_at, null::timestamptz as support_until from own
        union all
        select organization_id, 'USER', min(accepted_at), max(access_until) from support_access
        where helper_organization_id in (select organization_id from own) and organization_id not in (select organization_id from own) and access_until > now()
        group by organization_id)
    select p.organization_id, p.role, p.support_until, o.name, o.color, o.is_default, o.disable_inactivity, o.local_live_stream
    from places p join organizations o on o.id = p.organization_id
    order by p.support_until is not null, p.created_at, p.organization_id`.execute(trx);
  return rows;
}

/** Sessions that ran out, with their refresh tokens. */
export async function deleteExpiredSessions(database: Database, now: Date): Promise<void> {
  await sql`delete from auth."session" where "expiresAt" < ${now}`.execute(database.global);
  await database.global.deleteFrom('auth.refreshTokens').where('expiresAt', '<', now).execute();
}

export async function isMember(trx: Work, organizationId: string, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('memberships')
    .select('role')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The organization that a person was in last. */
export type FormerMembership = Pick<Row<'formerMemberships'>, 'organizationName' | 'endedAt'>;

export async function findFormerMembership(database: Database, userId: string): Promise<FormerMembership | undefined> {
  return database.global
    .selectFrom('formerMemberships')
    .select(['organizationName', 'endedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst();
}
