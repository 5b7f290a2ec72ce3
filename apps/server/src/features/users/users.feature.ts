import { usersCalls } from '@sightline/contracts/users/users.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { usersAudit } from './users.audit.ts';
import { createInviteAcceptanceService } from './invite-acceptance.service.ts';
import { supportSweeper } from './support-sweeper.ts';
import { createInvitesService } from './user-invites.service.ts';
import { createStaffService } from './user-staff.service.ts';
import { createSupportService } from './user-support.service.ts';
import { staffCalls, staffRoutes, usersRoutes } from './users.routes.ts';
import { createUsersService } from './users.service.ts';

/** People of an organization, invitations, helpers and the staff of the installation. */
export const usersFeature: ServerFeature<ServerContext> = {
  noun: 'users',
  audits: usersAudit,
  start: (context) => {
    const staff = createStaffService(context);
    const inviting = { ...context, publicUrl: context.serverUrl };
    const handlers = usersRoutes({
      users: createUsersService(context),
      invites: createInvitesService(inviting),
      acceptance: createInviteAcceptanceService(inviting),
      support: createSupportService(context),
      staff,
    });
    const sweeper = supportSweeper(context);
    sweeper.start();
    return {
      routes: [answer('users', usersCalls, handlers), answer('developer', staffCalls, staffRoutes(staff))],
      stop: () => sweeper.stop(),
    };
  },
  hears: { 'users.changed': { rights: ['UserManage'] } },
};
