import type { OrganizationUser } from '@sightline/contracts/users/user';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { UserRow } from './users.repository.ts';

/** A member as those who manage people see it. */
export const presentUser = (row: UserRow, actor: MemberActor): OrganizationUser => ({
  id: row.id,
  email: row.email,
  name: row.name,
  firstName: row.firstName,
  lastName: row.lastName,
  role: row.role,
  groups: row.groups,
  isAdministrator: row.isAdministrator,
  isMfaEnabled: row.isMfaEnabled,
  isSelf: row.id === actor.userId,
  joinedAt: row.joinedAt.getTime(),
  lastSeenAt: row.lastSeenAt?.getTime() ?? null,
});

/** A member as everybody may see it: enough to pick somebody from a list. */
export const presentName = (row: UserRow, actor: MemberActor): OrganizationUser => ({
  id: row.id,
  email: '',
  name: row.name,
  firstName: '',
  lastName: '',
  role: 'USER',
  groups: [],
  isAdministrator: false,
  isMfaEnabled: false,
  isSelf: row.id === actor.userId,
  joinedAt: 0,
  lastSeenAt: null,
});
