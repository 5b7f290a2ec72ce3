import { developerCalls } from '@sightline/contracts/developer/developer.api';
import type { usersCalls } from '@sightline/contracts/users/users.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { InviteAcceptanceService } from './invite-acceptance.service.ts';
import type { InvitesService } from './user-invites.service.ts';
import type { StaffService } from './user-staff.service.ts';
import type { SupportService } from './user-support.service.ts';
import type { UsersService } from './users.service.ts';

interface UsersRoutesDeps {
  users: UsersService;
  invites: InvitesService;
  acceptance: InviteAcceptanceService;
  support: SupportService;
  staff: StaffService;
}

/** Handlers of the calls on people and invitations. */
export const usersRoutes = ({
  users,
  invites,
  acceptance,
  support,
  staff,
}: UsersRoutesDeps): CallHandlers<typeof usersCalls> => ({
  list: ({ query }, { actor }) => users.list(actor, query),
  update: ({ params, body }, { actor }) => users.update(actor, params.id, body),
  remove: ({ params }, { actor }) => users.remove(actor, params.id),
  leave: (_input, { actor }) => users.leave(actor),
  listInvites: ({ query }, { actor }) => invites.list(actor, query),
  invite: ({ body }, { actor }) => invites.invite(actor, body),
  inviteSupport: ({ body }, { actor }) => invites.inviteSupport(actor, body),
  resendInvite: ({ params }, { actor }) => invites.resend(actor, params.id),
  cancelInvite: ({ params }, { actor }) => invites.cancel(actor, params.id),
  readInvite: ({ body }, { request }) => acceptance.read(body.token, request.ip),
  acceptInvite: ({ body }, { actor, request }) => acceptance.accept(actor, body.token, request.ip),
  signUpByInvite: ({ body }, { request }) => acceptance.signUp(body, request.ip),
  listSupport: (_input, { actor }) => support.list(actor),
  updateSupport: ({ params, body }, { actor }) => support.update(actor, params.id, body),
  removeSupport: ({ params }, { actor }) => support.remove(actor, params.id),
  findAll: ({ body }, { actor }) => staff.findAll(actor, body),
});

const { setStaff } = developerCalls;

/** The call that says who belongs to the staff; the other calls of the staff only read and are a matter of their own. */
export const staffCalls = { setStaff };

export const staffRoutes = (staff: StaffService): CallHandlers<typeof staffCalls> => ({
  setStaff: ({ params, body }, { actor }) => staff.setStaff(actor, params.id, body),
});
