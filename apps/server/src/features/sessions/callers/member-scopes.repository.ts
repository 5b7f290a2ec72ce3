import type { EntityKind } from '@sightline/contracts/permission-groups/permission-group';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { scopeOfGrants, type Scope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';

/** Where members hold one permission, in one question for all of them. Who is no member, or holds it nowhere, is left out. */
export async function readMemberScopes(
  trx: Work,
  organizationId: string,
  { userIds, permission }: { userIds: readonly string[]; permission: Permission },
): Promise<ReadonlyMap<string, Scope>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ userId: string; entityKind: EntityKind; entityId: string | null }>`
    with members as materialized (
      select user_id from memberships where organization_id = ${organizationId}::uuid and user_id = any (${[...new Set(userIds)]}::text[])),
    held as materialized (
      select u.user_id, u.group_id from group_users u join members m on m.user_id = u.user_id where u.organization_id = ${organizationId}::uuid)
    select h.user_id, 'organization' as entity_kind, null::uuid as entity_id
      from held h join permission_groups p on p.organization_id = ${organizationId}::uuid and p.id = h.group_id where p.is_administrators
    union all select g.user_id, g.entity_kind, g.entity_id
      from grants g join members m on m.user_id = g.user_id where g.organization_id = ${organizationId}::uuid and g.permission = ${permission}
    union all select h.user_id, g.entity_kind, g.entity_id
      from held h join group_grants g on g.organization_id = ${organizationId}::uuid and g.group_id = h.group_id where g.permission = ${permission}`.execute(
    trx,
  );
  const grants = rows.map(({ userId, entityKind: kind, entityId }) => ({ userId, permission, kind, entityId }));
  return new Map(
    [...Map.groupBy(grants, ({ userId }) => userId)].map(([userId, held]) => [userId, scopeOfGrants(held)]),
  );
}
