import type { EntityKind } from '@sightline/contracts/permission-groups/permission-group';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import type { Grant } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Database, Work } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';

/** A live session in an organization: who it is and how that person came there. */
export interface SessionPlace {
  userId: string;
  isMember: boolean;
  isStaff: boolean;
  /** Own organizations that may help here now, the longest helping first; for members it does not matter. */
  helperIds: string[];
  /** Null when the organization is gone. */
  rightsRevision: number | null;
}

interface SessionClaims {
  sessionId: string;
  organizationId: string;
  nowMs: number;
}

// What somebody is in the staff of the installation, from a row of people: the same for every question about it.
const isStaff = sql`(p.is_developer or p.is_dev_team or p.staff_roles && '{ADMIN,DEVELOPER}')`;

const everything: readonly Grant[] = (Object.keys(permissions) as Permission[]).map((permission) => ({
  permission,
  kind: 'organization',
  entityId: null,
}));

/**
 * A transaction in which the organization and the memberships of the session's person are visible: helpers are no
 * members here, but of an organization that may help.
 */
export function withSession<T>(database: Database, claims: SessionClaims, work: (trx: Work) => Promise<T>): Promise<T> {
  return database.global.transaction().execute(async (trx) => {
    await sql`${prepared} select set_config('app.organization_id', ${claims.organizationId}, true),
      set_config('app.user_id', coalesce((select "userId" from auth."session" where id = ${claims.sessionId}), ''), true)`.execute(
      trx,
    );
    return work(trx);
  });
}

/** The person of a live session that is in no organization; null when it has ended. */
export async function findSessionPerson(
  database: Database,
  sessionId: string,
  nowMs: number,
): Promise<{ isStaff: boolean } | null> {
  const { rows } = await sql<{ isStaff: boolean }>`${prepared}
    select (s.provider_organization_id is null and ${isStaff}) as is_staff
    from auth."session" s join people p on p.user_id = s."userId" where s.id = ${sessionId} and s."expiresAt" > ${new Date(nowMs)}`.execute(
    database.global,
  );
  return rows[0] ?? null;
}

/**
 * The one question of every call: session, membership, help and the revision of the rights; null when the session has
 * ended. A session by the word of an organization's provider counts in that organization alone, and for no staff.
 */
export async function findSessionPlace(
  trx: Work,
  { sessionId, organizationId, nowMs }: SessionClaims,
): Promise<SessionPlace | null> {
  const now = new Date(nowMs);
  const { rows } = await sql<SessionPlace>`${prepared}
    select s."userId" as user_id, o.rights_revision,
      coalesce(s.provider_organization_id, ${organizationId}) = ${organizationId} and exists (select 1 from memberships m where m.organization_id = ${organizationId} and m.user_id = s."userId") as is_member,
      s.provider_organization_id is null and exists (select 1 from people p where p.user_id = s."userId" and ${isStaff}) as is_staff,
      coalesce((select array_agg(a.helper_organization_id order by a.accepted_at)
        from support_access a join memberships m on m.organization_id = a.helper_organization_id and m.user_id = s."userId"
        where a.organization_id = ${organizationId} and a.access_until > ${now} and s.provider_organization_id is null), '{}') as helper_ids
    from auth."session" s left join organizations o on o.id = ${organizationId}
    where s.id = ${sessionId} and s."expiresAt" > ${now}`.execute(trx);
  return rows[0] ?? null;
}

/** Everything that was given to a member, or to the organizations through which a helper comes. */
export async function readGrants(
  trx: Work,
  organizationId: string,
  holder: { userId: string } | { helperIds: readonly string[] },
): Promise<readonly Grant[]> {
  const groups =
    'userId' in holder
      ? sql`select group_id from group_users where organization_id = ${organizationId} and user_id = ${holder.userId}`
      : sql`select group_id from group_organizations where organization_id = ${organizationId} and helper_organization_id = any (${[...holder.helperIds]}::uuid[])`;
  const direct =
    'userId' in holder
      ? sql`select permission, entity_kind, entity_id from grants where organization_id = ${organizationId} and user_id = ${holder.userId}`
      : sql`select null, null, null::uuid where false`;
  const { rows } = await sql<{ permission: string | null; entityKind: EntityKind; entityId: string | null }>`
    with held as materialized (${groups})
    select null as permission, 'organization' as entity_kind, null::uuid as entity_id
      from permission_groups where organization_id = ${organizationId} and is_administrators and id in (select group_id from held)
    union all ${direct}
    union all select permission, entity_kind, entity_id from group_grants where organization_id = ${organizationId} and group_id in (select group_id from held)`.execute(
    trx,
  );
  // Administrators hold everything, also what this version has and an earlier one had not.
  if (rows.some((row) => row.permission === null)) return everything;
  // A name that this version does not know permits nothing.
  return rows.flatMap(({ permission, entityKind: kind, entityId }) =>
    permission !== null && permission in permissions ? [{ permission: permission as Permission, kind, entityId }] : [],
  );
}
