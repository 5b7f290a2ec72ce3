import { AppError } from '@sightline/contracts/shared/errors';
import { requireGoodPassword } from '../../platform/auth/new-password.ts';
import type { PasswordAccounts } from '../../platform/auth/password-accounts.ts';
import { announceRights } from '../../platform/auth/rights-changes.ts';
import type { ChangeWork, Originator } from '../../platform/database/changes.ts';
import type { SessionActor } from '../../platform/auth/actor.ts';
import { createAttemptLimiter, type AttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import { changeUsers, holdGroups, touchGroups } from '../permission-groups/permission-groups.public.ts';
import type { InvitesDeps } from './user-invites.service.ts';
import * as invites from './user-invites.repository.ts';
import { acceptSupport, notifyHelpers } from './support-acceptance.ts';
import { insertMembership, setNames } from './users.repository.ts';

/** Links that one address may try in a minute. */
const triesPerMinute = 20;

/** What following an invitation needs from the rest of the server. */
export interface InviteAcceptanceDeps extends InvitesDeps {
  accounts: PasswordAccounts;
}

interface ReadInvite {
  kind: 'user' | 'support';
  email: string;
  organizationName: string;
  hasAccount: boolean;
  accessUntil: number | null;
}

interface InvitedAccount {
  token: string;
  firstName: string;
  lastName: string;
  password: string;
}

interface Found {
  place: invites.InvitePlace;
  invite: invites.InviteRow;
}

/** Following a mailed invitation. */
export type InviteAcceptanceService = ReturnType<typeof createInviteAcceptanceService>;

/** Wrong, used, cancelled and expired links read alike, and nobody can try many. */
export function createInviteAcceptanceService(deps: InviteAcceptanceDeps) {
  const limiter = createAttemptLimiter(triesPerMinute, deps.clock);
  return {
    read: async (token: string, address: string): Promise<ReadInvite> => {
      const { organizationId } = await findPlace(deps, limiter, { token, address });
      return deps.database.withOrganization(organizationId, async (trx) => {
        const { invite } = await findValid(deps, trx, { organizationId, token });
        const { kind, email, accessUntil } = invite;
        const hasAccount = (await deps.accounts.findByEmail(trx, email)) !== null;
        return {
          kind,
          email,
          hasAccount,
          organizationName: await invites.organizationName(trx, organizationId),
          accessUntil: accessUntil?.getTime() ?? null,
        };
      });
    },
    accept: async (actor: SessionActor, token: string, address: string): Promise<{ organizationId: string }> => {
      const { organizationId } = await findPlace(deps, limiter, { token, address });
      const begun = await deps.changes.run({ organizationId, by: asPerson(actor) }, async (change) => {
        const found = await findValid(deps, change.trx, { organizationId, token });
        if ((await invites.emailOf(change.trx, actor.userId)) !== found.invite.email)
          throw new AppError('invite_for_other_address');
        if (found.invite.kind === 'support') return acceptSupport(deps, change, { ...found, actor });
        await join(deps, change, { ...found, userId: actor.userId });
        return null;
      });
      if (begun) await notifyHelpers(deps, actor, begun);
      return { organizationId };
    },
    signUp: async (input: InvitedAccount, address: string): Promise<{ email: string }> => {
      const { organizationId } = await findPlace(deps, limiter, { token: input.token, address });
      const by: Originator = { userId: null, sessionId: null, address };
      return deps.changes.run({ organizationId, by }, async (change) => {
        const found = await findValid(deps, change.trx, { organizationId, token: input.token });
        // Helping is accepted by an administrator of another organization, who has an account.
        if (found.invite.kind !== 'user') throw new AppError('link_invalid');
        const { email } = found.invite;
        requireGoodPassword(input.password, email);
        const name = `${input.firstName} ${input.lastName}`.trim();
        // The link was mailed to this address, so that it is known to be its owner's.
        const account = await deps.accounts.create({ name, email, password: input.password }, change.trx);
        await setNames(change.trx, account.id, input);
        // Nobody joined before there was somebody.
        by.userId = account.id;
        await join(deps, change, { ...found, userId: account.id });
        return { email };
      });
    },
  };
}

/** Somebody as a person, without the organization in which they happen to work. */
export const asPerson = ({
  userId,
  sessionId,
  address,
}: SessionActor): Originator & { address?: string | undefined } => ({ userId, sessionId, address });

async function findPlace(
  deps: InviteAcceptanceDeps,
  limiter: AttemptLimiter,
  { token, address }: { token: string; address: string },
): Promise<invites.InvitePlace> {
  limiter.take(address);
  const place = await invites.findLink(deps.database, token);
  if (!place) throw new AppError('link_invalid');
  limiter.refund(address);
  return place;
}

/** The invitation of a link, held, so that it works once however many follow it at the same time. */
async function findValid(
  { clock }: InviteAcceptanceDeps,
  trx: ChangeWork['trx'],
  { organizationId, token }: { organizationId: string; token: string },
): Promise<Found> {
  const inviteId = await invites.inviteOfLink(trx, organizationId, token);
  const place = { organizationId, inviteId: inviteId ?? '' };
  const invite = inviteId === undefined ? undefined : await invites.findInvite(trx, place);
  const isOpen =
    invite !== undefined &&
    invite.expiresAt.getTime() > clock() &&
    (invite.accessUntil === null || invite.accessUntil.getTime() > clock());
  // Read once more behind the lock: another one may have used or renewed the link meanwhile.
  if (!isOpen || (await invites.inviteOfLink(trx, organizationId, token)) === undefined)
    throw new AppError('link_invalid');
  return { place, invite };
}

/** Makes a person a member with the role and those of the groups that are still there. */
async function join(
  deps: InviteAcceptanceDeps,
  change: ChangeWork,
  { place, invite, userId }: Found & { userId: string },
): Promise<void> {
  const { organizationId } = place;
  await insertMembership(change.trx, { organizationId, userId, role: invite.role ?? 'USER' });
  const groupIds = (await holdGroups(change.trx, organizationId, invite.groupIds)).map((group) => group.id);
  await changeUsers(change.trx, organizationId, { groupIds, userIds: [userId], isIn: true });
  await touchGroups(change.trx, organizationId, groupIds);
  await invites.deleteInvite(change.trx, place);
  await change.audit({
    action: 'user.join',
    entityKind: 'user',
    entityId: userId,
    data: { email: invite.email, role: invite.role, groupIds },
  });
  await change.announce({ kind: 'users.changed' });
  await announceRights(change, deps.bus, { organizationId, userIds: [userId] });
}
