import type { SupportOrganization } from '@sightline/contracts/users/user';
import { AppError } from '@sightline/contracts/shared/errors';
import { announceRights } from '../../platform/auth/rights-changes.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import {
  groupIdsOfOrganization,
  holdGroups,
  moveOrganization,
  requireHeld,
  touchGroups,
} from '../permission-groups/permission-groups.public.ts';
import { requireSupportTime } from './user-invites.service.ts';
import * as repository from './user-support.repository.ts';

/** What help needs from the rest of the server. */
export interface SupportDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  clock: Clock;
}

/** Organizations whose people help here. */
export type SupportService = ReturnType<typeof createSupportService>;

/** Helping organizations, with the end of their access. */
export function createSupportService(deps: SupportDeps) {
  const { database, changes, clock } = deps;
  const run = <T>(actor: MemberActor, work: (change: ChangeWork) => Promise<T>): Promise<T> =>
    changes.run({ organizationId: actor.organizationId, by: actor }, work);
  return {
    list: (actor: MemberActor): Promise<{ items: SupportOrganization[] }> =>
      database.withOrganization(actor.organizationId, async (trx) => ({
        items: (await repository.listSupport(trx, actor.organizationId)).map((row) => presentSupport(row, clock())),
      })),
    update: (
      actor: MemberActor,
      helperId: string,
      change: { accessUntil?: number | undefined; groupIds?: string[] | undefined },
    ): Promise<SupportOrganization> => run(actor, (work) => update(deps, work, { actor, helperId, ...change })),
    remove: (actor: MemberActor, helperId: string): Promise<Record<string, never>> =>
      run(actor, async (change) => {
        const { organizationId } = actor;
        await touchGroups(
          change.trx,
          organizationId,
          await groupIdsOfOrganization(change.trx, organizationId, helperId),
        );
        const row = (await repository.listSupport(change.trx, organizationId, helperId))[0];
        if (!row || !(await repository.deleteAccess(change.trx, { organizationId, helperId })))
          throw new AppError('not_found');
        await change.audit({
          action: 'support.remove',
          entityKind: 'organization',
          entityId: helperId,
          data: { name: row.name },
        });
        await notify(deps, change, organizationId);
        return {};
      }),
  };
}

const presentSupport = (row: repository.SupportRow, nowMs: number): SupportOrganization => ({
  id: row.id,
  name: row.name,
  color: row.color,
  groups: row.groups,
  accessUntil: row.accessUntil.getTime(),
  isExpired: row.accessUntil.getTime() <= nowMs,
  acceptedAt: row.acceptedAt.getTime(),
});

async function notify({ bus }: SupportDeps, change: ChangeWork, organizationId: string): Promise<void> {
  await change.announce({ kind: 'users.changed' });
  await announceRights(change, bus, { organizationId, userIds: null });
}

async function requireGroupsHeld(trx: Work, actor: MemberActor, helperId: string): Promise<void> {
  const groupIds = await groupIdsOfOrganization(trx, actor.organizationId, helperId);
  await requireHeld(trx, actor, await holdGroups(trx, actor.organizationId, groupIds));
}

async function update(
  deps: SupportDeps,
  change: ChangeWork,
  asked: { actor: MemberActor; helperId: string; accessUntil?: number | undefined; groupIds?: string[] | undefined },
): Promise<SupportOrganization> {
  const { actor, helperId, accessUntil, groupIds } = asked;
  const { organizationId } = actor;
  const before = (await repository.listSupport(change.trx, organizationId, helperId))[0];
  if (!before) throw new AppError('not_found');
  // Who helps must not be able to go on helping.
  if (actor.viaOrganizationId !== undefined) throw new AppError('forbidden');
  if (accessUntil !== undefined) {
    requireSupportTime(accessUntil, deps.clock());
    // Who prolongs help gives what it may do; who shortens it takes nothing that would not end anyway.
    if (accessUntil > before.accessUntil.getTime()) await requireGroupsHeld(change.trx, actor, helperId);
    await repository.setAccessUntil(change.trx, { organizationId, helperId, accessUntil: new Date(accessUntil) });
  }
  if (groupIds !== undefined) await moveOrganization(change.trx, actor, { helperId, groupIds });
  const data = { name: before.name, ...(accessUntil !== undefined && { accessUntil }), ...(groupIds && { groupIds }) };
  await change.audit({ action: 'support.update', entityKind: 'organization', entityId: helperId, data });
  await notify(deps, change, organizationId);
  const after = (await repository.listSupport(change.trx, organizationId, helperId))[0];
  if (!after) throw new AppError('not_found');
  return presentSupport(after, deps.clock());
}
