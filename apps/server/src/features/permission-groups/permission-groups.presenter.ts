import type { GroupPermission, PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import type { Grant } from '@sightline/domain/permissions/grant';
import type { GroupRow } from './permission-groups.repository.ts';

const everything: GroupPermission[] = (Object.keys(permissions) as Permission[]).map((name) => ({
  name,
  isWhole: true,
  entityIds: [],
}));

/** Grants by permission, as the screens edit them. Only things that exist are named. */
export const presentGrants = (grants: readonly Grant[], exists: (entityId: string) => boolean): GroupPermission[] =>
  [...Map.groupBy(grants, (grant) => grant.permission)].map(([name, held]) => ({
    name,
    isWhole: held.some((grant) => grant.entityId === null),
    entityIds: held.flatMap(({ entityId }) => (entityId !== null && exists(entityId) ? [entityId] : [])),
  }));

/** The only form in which a group leaves the server. */
export const presentGroup = (
  group: GroupRow,
  people: Pick<PermissionGroup, 'users' | 'organizations'>,
  held: GroupPermission[],
): PermissionGroup => ({
  id: group.id,
  name: group.name,
  description: group.description,
  isAdministrators: group.isAdministrators,
  users: people.users,
  organizations: people.organizations,
  permissions: group.isAdministrators
    ? everything
    : held.filter((permission) => permission.isWhole || permission.entityIds.length > 0),
  revision: group.revision,
});
