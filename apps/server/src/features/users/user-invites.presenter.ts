import type { Invite } from '@sightline/contracts/users/user';
import type { InviteRow } from './user-invites.repository.ts';

/** The only form in which an invitation leaves the server; its link never does. */
export const presentInvite = (row: InviteRow, nowMs: number): Invite => ({
  id: row.id,
  kind: row.kind,
  email: row.email,
  role: row.role,
  groupIds: row.groupIds,
  invitedBy: row.invitedBy,
  createdAt: row.createdAt.getTime(),
  expiresAt: row.expiresAt.getTime(),
  isExpired: row.expiresAt.getTime() <= nowMs,
  accessUntil: row.accessUntil?.getTime() ?? null,
});
