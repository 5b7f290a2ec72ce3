import type { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { EffectivePermissionsService } from './effective-permissions.service.ts';
import type { EntitiesService } from './group-entities.service.ts';
import type { GroupPeopleService } from './group-people.service.ts';
import type { PermissionGroupsService } from './permission-groups.service.ts';

interface PermissionGroupsRoutesDeps {
  groups: PermissionGroupsService;
  people: GroupPeopleService;
  effective: EffectivePermissionsService;
  entities: EntitiesService;
}

/** Handlers of the calls on groups and permissions. */
export const permissionGroupsRoutes = ({
  groups,
  people,
  effective,
  entities,
}: PermissionGroupsRoutesDeps): CallHandlers<typeof permissionGroupsCalls> => ({
  filter: ({ query, body }, { actor }) => groups.filter(actor, { ...query, ...body }),
  create: ({ body }, { actor }) => groups.create(actor, body),
  get: ({ params }, { actor }) => groups.get(actor, params.id),
  update: ({ params, body }, { actor }) => groups.update(actor, params.id, body),
  remove: ({ params }, { actor }) => groups.remove(actor, params.id),
  change: ({ params, body }, { actor }) => groups.change(actor, params.id, body),
  setUsers: ({ params, body }, { actor }) => people.setUsers(actor, params.id, body),
  setOrganizations: ({ params, body }, { actor }) => people.setOrganizations(actor, params.id, body),
  setUserGroups: ({ params, body }, { actor }) => people.setUserGroups(actor, params.id, body.groupIds),
  setOrganizationGroups: ({ params, body }, { actor }) => people.setOrganizationGroups(actor, params.id, body.groupIds),
  entities: ({ query }, { actor }) => entities.list(actor, query.search),
  own: (_input, { actor }) => effective.own(actor),
  byUser: ({ params }, { actor }) => effective.byUser(actor, params.id),
  byOrganization: ({ params }, { actor }) => effective.byOrganization(actor, params.id),
  explain: ({ query }, { actor }) => effective.explain(actor, query),
});
