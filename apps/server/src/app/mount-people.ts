import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import type { FastifyInstance } from 'fastify';
import { createEffectivePermissionsService } from '../features/permission-groups/effective-permissions.service.ts';
import { createEntitiesService } from '../features/permission-groups/group-entities.service.ts';
import { createGroupPeopleService } from '../features/permission-groups/group-people.service.ts';
import { permissionGroupsRoutes } from '../features/permission-groups/permission-groups.routes.ts';
import { createPermissionGroupsService } from '../features/permission-groups/permission-groups.service.ts';
import { createInviteAcceptanceService } from '../features/users/invite-acceptance.service.ts';
import { createInvitesService } from '../features/users/user-invites.service.ts';
import { createStaffService } from '../features/users/user-staff.service.ts';
import { supportSweeper } from '../features/users/support-sweeper.ts';
import { createSupportService } from '../features/users/user-support.service.ts';
import { staffCalls, staffRoutes, usersRoutes } from '../features/users/users.routes.ts';
import { createUsersService } from '../features/users/users.service.ts';
import { mountCalls } from '../platform/http/mount.ts';
import type { Platform } from './platform.ts';

/** People, invitations, helpers, groups and the staff of the installation. */
export function mountPeople(
  app: FastifyInstance,
  platform: Platform,
  publicUrl: () => string,
): { stop(): Promise<void> } {
  const staff = createStaffService(platform);
  const inviting = { ...platform, publicUrl };
  const people = {
    users: createUsersService(platform),
    invites: createInvitesService(inviting),
    acceptance: createInviteAcceptanceService(inviting),
    support: createSupportService(platform),
    staff,
  };
  mountCalls(app, 'users', { calls: usersCalls, handlers: usersRoutes(people) });
  mountCalls(app, 'developer', { calls: staffCalls, handlers: staffRoutes(staff) });
  const groups = {
    groups: createPermissionGroupsService(platform),
    people: createGroupPeopleService(platform),
    effective: createEffectivePermissionsService(platform),
    entities: createEntitiesService(platform),
  };
  mountCalls(app, 'permissionGroups', { calls: permissionGroupsCalls, handlers: permissionGroupsRoutes(groups) });
  const sweeper = supportSweeper(platform);
  sweeper.start();
  return { stop: () => sweeper.stop() };
}
