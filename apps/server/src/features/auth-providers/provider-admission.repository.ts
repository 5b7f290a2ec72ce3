import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

type Invited = Pick<Row<'invites'>, 'role' | 'groupIds'>;

/** The invitation that waits for an address; null for none and for an expired one. */
export async function findInvite(
  trx: Work,
  { organizationId, email, nowMs }: { organizationId: string; email: string; nowMs: number },
): Promise<Invited | null> {
  const row = await trx
    .selectFrom('invites')
    .select(['role', 'groupIds'])
    .where('organizationId', '=', organizationId)
    .where('kind', '=', 'user')
    .where('email', '=', email)
    .where('expiresAt', '>', new Date(nowMs))
    .executeTakeFirst();
  return row ?? null;
}

export async function deleteInvite(trx: Work, organizationId: string, email: string): Promise<void> {
  await trx
    .deleteFrom('invites')
    .where('organizationId', '=', organizationId)
    .where('kind', '=', 'user')
    .where('email', '=', email)
    .execute();
}

/** Groups that are gone meanwhile are left out. */
export async function insertMember(
  trx: Work,
  {
    organizationId,
    userId,
    role,
    groupIds,
  }: Pick<Row<'memberships'>, 'organizationId' | 'userId' | 'role'> & {
    groupIds: readonly string[];
  },
): Promise<void> {
  await trx.insertInto('memberships').values({ organizationId, userId, role }).execute();
  await sql`
    insert into group_users (organization_id, group_id, user_id)
    select organization_id, id, ${userId} from permission_groups where organization_id = ${organizationId} and id = any (${[...groupIds]}::uuid[])
    on conflict do nothing`.execute(trx);
}

/** What groups give; `permission` null stands for everything. */
export interface GivenPermission {
  groupId: string;
  permission: Permission | null;
  entityId: string | null;
}

export async function findGroups(
  trx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<{ ids: string[]; given: GivenPermission[] }> {
  const { rows } = await sql<{
    id: string;
    isAdministrators: boolean;
    permission: string | null;
    entityId: string | null;
  }>`
    select g.id, g.is_administrators, r.permission, r.entity_id from permission_groups g
    left join group_grants r on r.organization_id = g.organization_id and r.group_id = g.id
    where g.organization_id = ${organizationId} and g.id = any (${[...ids]}::uuid[])`.execute(trx);
  const given = rows.flatMap((row): GivenPermission[] => {
    if (row.isAdministrators) return [{ groupId: row.id, permission: null, entityId: null }];
    return row.permission !== null && row.permission in permissions
      ? [{ groupId: row.id, permission: row.permission as Permission, entityId: row.entityId }]
      : [];
  });
  return { ids: [...new Set(rows.map((row) => row.id))], given };
}

/** Those of some organizations in which an administrator can sign in. The transaction may be one of another organization, or of none. */
export async function organizationsWithWayIn(
  trx: Work | Database['global'],
  organizationIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{
    place: string | null;
  }>`select current_setting('app.organization_id', true) as place`.execute(trx);
  const found: string[] = [];
  for (const organizationId of organizationIds) {
    await sql`select set_config('app.organization_id', ${organizationId}, true)`.execute(trx);
    if (await hasWayIn(trx as Work, organizationId)) found.push(organizationId);
  }
  await sql`select set_config('app.organization_id', ${rows[0]?.place ?? ''}, true)`.execute(trx);
  return found;
}

/** True when somebody who manages people here has a password that counts, or an identity at an enabled provider. */
export async function hasWayIn(trx: Work, organizationId: string): Promise<boolean> {
  const { rows } = await sql`
    with administrators as (
      select u.user_id from group_users u join permission_groups g on g.organization_id = u.organization_id and g.id = u.group_id
        where u.organization_id = ${organizationId} and (g.is_administrators or exists (
          select 1 from group_grants r where r.organization_id = g.organization_id and r.group_id = g.id and r.permission = 'UserManage' and r.entity_id is null))
      union select user_id from grants where organization_id = ${organizationId} and permission = 'UserManage' and entity_id is null
    )
    select 1 from administrators a join auth."account" i on i."userId" = a.user_id join organizations o on o.id = ${organizationId}
    where (i."providerId" = 'credential' and o.allows_password)
      or (o.allows_providers and exists (
        select 1 from auth_providers p where p.organization_id = ${organizationId} and p.is_enabled and p.id::text = i."providerId"))
    limit 1`.execute(trx);
  return rows.length > 0;
}
