import { AppError } from '@sightline/contracts/shared/errors';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { scopeFor } from '../../platform/auth/entity-right.ts';
import { announceRights } from '../../platform/auth/rights-changes.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import * as repository from './provider-admission.repository.ts';

/** How somebody becomes a member: by an invitation that waits for the address, or by what the provider admits. */
export type Admission = ReturnType<typeof createAdmission>;

export function createAdmission({ bus }: { bus: Bus }) {
  const join = async (work: ChangeWork, of: Parameters<typeof repository.insertMember>[1]): Promise<void> => {
    await repository.insertMember(work.trx, of);
    await announceRights(work, bus, { organizationId: of.organizationId, userIds: [of.userId] });
  };
  return {
    isInvited: async (trx: Work, place: { organizationId: string; email: string; nowMs: number }): Promise<boolean> =>
      (await repository.findInvite(trx, place)) !== null,
    /** Accepts the invitation of an address for a person. */
    acceptInvite: async (
      work: ChangeWork,
      of: { organizationId: string; email: string; userId: string; nowMs: number },
    ): Promise<void> => {
      const invite = await repository.findInvite(work.trx, of);
      if (!invite) throw new AppError('provider_account_unknown');
      await repository.deleteInvite(work.trx, of.organizationId, of.email);
      await join(work, { ...of, role: invite.role ?? 'USER', groupIds: invite.groupIds });
    },
    /** Makes a person a member with these groups. */
    join: (
      work: ChangeWork,
      of: { organizationId: string; userId: string; groupIds: readonly string[] },
    ): Promise<void> => join(work, { ...of, role: 'USER' }),
  };
}

/** Throws `not_found` for groups of nowhere, `grant_exceeds_own` for groups that give more than the actor holds. */
export async function requireOwnGroups(trx: Work, actor: MemberActor, groupIds: readonly string[]): Promise<void> {
  if (groupIds.length === 0) return;
  const { ids, given } = await repository.findGroups(trx, actor.organizationId, groupIds);
  if (groupIds.some((groupId) => !ids.includes(groupId))) throw new AppError('not_found');
  for (const { permission, entityId } of given) {
    const needed = permission === null ? (Object.keys(permissions) as Permission[]) : [permission];
    for (const name of needed)
      if (!holdsAt(actor, name, entityId)) throw new AppError('grant_exceeds_own', { permission: name });
  }
}

const holdsAt = (actor: MemberActor, permission: Permission, entityId: string | null): boolean =>
  scopeFor(actor, permission).whole ||
  (entityId !== null && actor.grants.some((grant) => grant.permission === permission && grant.entityId === entityId));

/** Throws `last_administrator` when none of the administrators could sign in any more. */
export async function requireWayIn(trx: Work, organizationId: string): Promise<void> {
  if (!(await repository.hasWayIn(trx, organizationId))) throw new AppError('last_administrator');
}
