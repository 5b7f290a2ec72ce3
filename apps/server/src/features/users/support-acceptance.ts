import { AppError } from '@sightline/contracts/shared/errors';
import { holds } from '../../platform/auth/entity-right.ts';
import { announceRights } from '../../platform/auth/rights-changes.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { SessionActor } from '../../platform/auth/actor.ts';
import { changeOrganizations, holdGroups, touchGroups } from '../permission-groups/permission-groups.public.ts';
import { deleteInvite, organizationName, type InvitePlace, type InviteRow } from './user-invites.repository.ts';
import { upsertAccess } from './user-support.repository.ts';

interface Acceptance {
  place: InvitePlace;
  invite: InviteRow;
  actor: SessionActor;
}

/** Who helps whom from now on. */
interface BegunHelp {
  helperId: string;
  organizationId: string;
  helped: string;
}

/** Accepts a request for help for all people of the active organization; only who manages people there may. */
export async function acceptSupport(
  parts: { bus: Bus; clock: Clock },
  change: ChangeWork,
  { place, invite, actor }: Acceptance,
): Promise<BegunHelp> {
  const { organizationId } = place;
  const helperId = actor.organizationId;
  // Accepting is a call of the person; what it gives away is the organization's.
  if (actor.barredBy !== undefined) throw new AppError(actor.barredBy);
  // Helpers may not hand on what was given to them.
  if (helperId === null || actor.viaOrganizationId !== undefined || !holds(actor, 'UserManage'))
    throw new AppError('forbidden', { permission: 'UserManage' });
  if (helperId === organizationId || invite.accessUntil === null) throw new AppError('link_invalid');
  const { accessUntil } = invite;
  await upsertAccess(change.trx, {
    organizationId,
    helperId,
    accessUntil,
    acceptedBy: actor.userId,
    acceptedAt: new Date(parts.clock()),
  });
  const groupIds = (await holdGroups(change.trx, organizationId, invite.groupIds)).map((group) => group.id);
  await changeOrganizations(change.trx, organizationId, { groupIds, helperIds: [helperId], isIn: true });
  await touchGroups(change.trx, organizationId, groupIds);
  await deleteInvite(change.trx, place);
  const data = { email: invite.email, helperOrganizationId: helperId, accessUntil: accessUntil.getTime(), groupIds };
  await change.audit({ action: 'support.accept', entityKind: 'organization', entityId: helperId, data });
  await change.announce({ kind: 'users.changed' });
  await announceRights(change, parts.bus, { organizationId, userIds: null });
  return { helperId, organizationId, helped: await organizationName(change.trx, organizationId) };
}

/** People of the helping organization get another place to switch to. */
export async function notifyHelpers(
  { changes, bus }: { changes: Changes; bus: Bus },
  actor: SessionActor,
  told: BegunHelp,
): Promise<void> {
  await changes.run({ organizationId: told.helperId, by: actor }, async (change) => {
    await change.audit({
      action: 'support.begin',
      entityKind: 'organization',
      entityId: told.organizationId,
      data: { name: told.helped },
    });
    await announceRights(change, bus, { organizationId: told.helperId, userIds: null });
  });
}
