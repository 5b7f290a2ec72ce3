import type { Permission } from '@sightline/contracts/shared/permissions';
import type { Grant } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';

export interface SessionRights {
  userId: string;
  isMember: boolean;
  isStaff: boolean;
  grants: Grant[];
}

/** The person of a live session that is in no organization; null when it has ended. */
export async function findSessionPerson(database: Database, sessionId: string, nowMs: number): Promise<{ isStaff: boolean } | null> {
  const { rows } = await sql<{ isStaff: boolean }>`
    select (p.is_developer or p.is_dev_team or 'ADMIN' = any(p.staff_roles)) as is_staff
    from auth."session" s join people p on p.user_id = s."userId" where s.id = ${sessionId} and s."expiresAt" > ${new Date(nowMs)}`.execute(database.global);
  return rows[0] ?? null;
}

/** Session, membership and grants in one question; null when the session has ended. */
export async function readRights(trx: Work, claims: { sessionId: string; organizationId: string; nowMs: number }): Promise<SessionRights | null> {
  const { rows } = await sql<{ userId: string; isMember: boolean; isStaff: boolean; grants: { permission: Permission; location_id: string | null }[] }>`
    select
      s."userId" as user_id,
      exists (select 1 from memberships m where m.organization_id = ${claims.organizationId} and m.user_id = s."userId") as is_member,
      exists (select 1 from people p where p.user_id = s."userId" and (p.is_developer or p.is_dev_team or 'ADMIN' = any(p.staff_roles))) as is_staff,
      coalesce((select json_agg(json_build_object('permission', g.permission, 'location_id', g.location_id))
        from grants g where g.organization_id = ${claims.organizationId} and g.user_id = s."userId"), '[]') as grants
    from auth."session" s where s.id = ${claims.sessionId} and s."expiresAt" > ${new Date(claims.nowMs)}`.execute(trx);
  const row = rows[0];
  if (!row) return null;
  const grants = row.grants.map((grant) => ({ permission: grant.permission, locationId: grant.location_id }));
  return { userId: row.userId, isMember: row.isMember, isStaff: row.isStaff, grants };
}
