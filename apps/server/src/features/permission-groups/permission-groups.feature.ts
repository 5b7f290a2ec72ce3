import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { permissionGroupsAudit } from './permission-groups.audit.ts';
import { createEffectivePermissionsService } from './effective-permissions.service.ts';
import { createEntitiesService } from './group-entities.service.ts';
import { createGroupPeopleService } from './group-people.service.ts';
import { permissionGroupsRoutes } from './permission-groups.routes.ts';
import { createPermissionGroupsService } from './permission-groups.service.ts';

/** Groups of rights, who is in them, and what they come to. */
export const permissionGroupsFeature: ServerFeature<ServerContext> = {
  noun: 'permission-groups',
  audits: permissionGroupsAudit,
  start: (context) => {
    const handlers = permissionGroupsRoutes({
      groups: createPermissionGroupsService(context),
      people: createGroupPeopleService(context),
      effective: createEffectivePermissionsService(context),
      entities: createEntitiesService(context),
    });
    return { routes: [answer('permissionGroups', permissionGroupsCalls, handlers)] };
  },
  hears: {
    'permission-groups.changed': { rights: ['UserManage'] },
    'permissions.changed': {
      rights: null,
      isQuiet: true,
      isOwnStanding: true,
      people: ({ userIds }) => userIds,
    },
  },
};
