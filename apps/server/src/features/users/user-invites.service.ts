import type { Invite, MemberRole } from '@sightline/contracts/users/user';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { createAttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import type { Mails } from '../../platform/mail/mails.ts';
import {
  holdGroups,
  holdWanted,
  presetGroup,
  requireHeld,
  type WantedAccess,
} from '../permission-groups/permission-groups.public.ts';
import { inviteMail } from './invite-mails.ts';
import { presentInvite } from './user-invites.presenter.ts';
import * as repository from './user-invites.repository.ts';

const lifeMs = 7 * 86_400_000;
const longestSupportMs = 90 * 86_400_000;
/** Mails that one organization, or one person, may have sent in a minute. */
const mailsPerMinute = 60;

/** What invitations need from the rest of the server. */
export interface InvitesDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  clock: Clock;
  mails: Mails;
  /** Address of this installation as people reach it; links lead there, whatever a request claims. */
  publicUrl: () => string;
}

interface InvitesQuery {
  limit: number;
  cursor?: string | undefined;
  kind?: 'user' | 'support' | undefined;
  search?: string | undefined;
}

interface UserInvites {
  emails: string[];
  role: MemberRole;
  groupIds: string[];
  access?: WantedAccess | undefined;
  lang: 'en' | 'he';
}

interface SupportInvite {
  email: string;
  /** UTC milliseconds at which help ends. */
  accessUntil: number;
  groupIds: string[];
  lang: 'en' | 'he';
}

type Refused = { email: string; code: 'already_member' | 'invite_pending' }[];

/** Invitations as those who send them see them; following one is in `invite-acceptance.service.ts`. */
export type InvitesService = ReturnType<typeof createInvitesService>;

/** Counts the mails of an organization and of a person: anybody may make organizations, as many as they like. */
function createMailLimiter({ clock }: InvitesDeps) {
  const attempts = createAttemptLimiter(mailsPerMinute, clock);
  return {
    take: ({ organizationId, userId }: MemberActor): void => {
      attempts.take(organizationId);
      attempts.take(userId);
    },
  };
}

/** Invitations: each works for 7 days by a mailed link, of which only the hash is kept. */
export function createInvitesService(deps: InvitesDeps) {
  const { database, changes, clock } = deps;
  const limiter = createMailLimiter(deps);
  const run = <T>(actor: MemberActor, work: (change: ChangeWork) => Promise<T>): Promise<T> =>
    changes.run({ organizationId: actor.organizationId, by: actor }, work);
  return {
    list: (actor: MemberActor, query: InvitesQuery): Promise<Page<Invite>> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const request = { ...pageRequest(query), kind: query.kind, search: query.search };
        const page = await repository.listInvites(trx, actor.organizationId, request);
        return { ...page, items: page.items.map((row) => presentInvite(row, clock())) };
      }),
    invite: (actor: MemberActor, input: UserInvites): Promise<{ invites: Invite[]; refused: Refused }> => {
      requireMember(actor);
      const emails = [...new Set(input.emails)];
      for (const _email of emails) limiter.take(actor);
      return run(actor, (change) => inviteUsers(deps, change, { actor, ...input, emails }));
    },
    inviteSupport: (actor: MemberActor, input: SupportInvite): Promise<Invite> => {
      requireMember(actor);
      requireSupportTime(input.accessUntil, clock());
      limiter.take(actor);
      return run(actor, (change) => inviteSupport(deps, change, { actor, ...input }));
    },
    resend: (actor: MemberActor, inviteId: string): Promise<Invite> => {
      requireMember(actor);
      limiter.take(actor);
      return run(actor, (change) => resend(deps, change, { actor, inviteId }));
    },
    cancel: (actor: MemberActor, inviteId: string): Promise<Record<string, never>> =>
      run(actor, (change) => cancel(change, { organizationId: actor.organizationId, inviteId })),
  };
}

/** Helpers invite nobody: whoever came in by them would stay when their own time is over. */
function requireMember(actor: MemberActor): void {
  if (actor.viaOrganizationId !== undefined) throw new AppError('forbidden');
}

/** Help lasts until a time in the future, at most 90 days ahead. */
export function requireSupportTime(accessUntil: number, nowMs: number): void {
  if (accessUntil <= nowMs || accessUntil > nowMs + longestSupportMs)
    throw new AppError('support_time_invalid', { fields: ['accessUntil'] });
}

async function inviteUsers(
  deps: InvitesDeps,
  change: ChangeWork,
  input: UserInvites & { actor: MemberActor },
): Promise<{ invites: Invite[]; refused: Refused }> {
  const { actor, emails, role, lang } = input;
  const members = await repository.membersByEmail(change.trx, actor.organizationId, emails);
  const groupIds = await groupsFor(change, { ...input, isAnybodyNew: emails.some((email) => !members.has(email)) });
  await requireHeld(change.trx, actor, await holdWanted(change.trx, actor.organizationId, groupIds));
  const invites: Invite[] = [];
  const refused: Refused = [];
  for (const email of emails) {
    const made = members.has(email)
      ? null
      : await send(deps, change, { actor, kind: 'user', email, role, groupIds, lang, accessUntil: null });
    if (made) invites.push(made);
    else refused.push({ email, code: members.has(email) ? 'already_member' : 'invite_pending' });
  }
  return { invites, refused };
}

/** The groups that were named and the one that gives the wanted access, which is made for somebody new only. */
async function groupsFor(
  change: ChangeWork,
  { actor, groupIds, access, lang, isAnybodyNew }: UserInvites & { actor: MemberActor; isAnybodyNew: boolean },
): Promise<string[]> {
  if (access === undefined || !isAnybodyNew) return groupIds;
  return [...groupIds, await presetGroup(change, { organizationId: actor.organizationId, lang, access })];
}

async function inviteSupport(
  deps: InvitesDeps,
  change: ChangeWork,
  { actor, ...input }: SupportInvite & { actor: MemberActor },
): Promise<Invite> {
  await requireHeld(change.trx, actor, await holdWanted(change.trx, actor.organizationId, input.groupIds));
  const accessUntil = new Date(input.accessUntil);
  const made = await send(deps, change, { actor, kind: 'support', role: null, ...input, accessUntil });
  if (!made) throw new AppError('conflict', { code: 'invite_pending' });
  return made;
}

async function cancel(
  change: ChangeWork,
  place: { organizationId: string; inviteId: string },
): Promise<Record<string, never>> {
  const row = await repository.findInvite(change.trx, place);
  if (!row) throw new AppError('not_found');
  await repository.deleteInvite(change.trx, place);
  const data = { email: row.email };
  await change.audit({ action: 'invite.cancel', entityKind: 'invite', entityId: place.inviteId, data });
  await change.announce({ kind: 'users.changed' });
  return {};
}

type NewInvite = Pick<repository.InviteValues, 'kind' | 'email' | 'role' | 'groupIds' | 'lang' | 'accessUntil'> & {
  actor: MemberActor;
};

/** Makes an invitation and mails its link; null when one to this address waits already. */
async function send(deps: InvitesDeps, change: ChangeWork, { actor, ...values }: NewInvite): Promise<Invite | null> {
  const now = new Date(deps.clock());
  const full = {
    ...values,
    groupIds: [...new Set(values.groupIds)],
    invitedById: actor.userId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifeMs),
  };
  const inviteId = await repository.insertInvite(change.trx, actor.organizationId, full);
  if (inviteId === undefined) return null;
  const { kind, email, role, groupIds } = full;
  const data = { kind, email, role, groupIds, ...(full.accessUntil && { accessUntil: full.accessUntil.getTime() }) };
  await change.audit({ action: 'invite.create', entityKind: 'invite', entityId: inviteId, data });
  await change.announce({ kind: 'users.changed' });
  return presentInvite(
    await mailLink(deps, change.trx, { organizationId: actor.organizationId, inviteId }),
    now.getTime(),
  );
}

async function resend(
  deps: InvitesDeps,
  change: ChangeWork,
  { actor, inviteId }: { actor: MemberActor; inviteId: string },
): Promise<Invite> {
  const place = { organizationId: actor.organizationId, inviteId };
  const nowMs = deps.clock();
  const row = await repository.findInvite(change.trx, place);
  if (!row) throw new AppError('not_found');
  // A request for help whose end has passed can only be made anew.
  if (row.accessUntil !== null && row.accessUntil.getTime() <= nowMs) throw new AppError('not_found');
  // One that ran out gave nothing any more: who prolongs it gives.
  await requireHeld(change.trx, actor, await holdGroups(change.trx, actor.organizationId, row.groupIds));
  await repository.prolongInvite(change.trx, place, new Date(nowMs + lifeMs));
  await change.audit({ action: 'invite.resend', entityKind: 'invite', entityId: inviteId, data: { email: row.email } });
  await change.announce({ kind: 'users.changed' });
  return presentInvite(await mailLink(deps, change.trx, place), nowMs);
}

async function mailLink(deps: InvitesDeps, trx: Work, place: repository.InvitePlace): Promise<repository.InviteRow> {
  const row = await repository.findInvite(trx, place);
  if (!row) throw new AppError('not_found');
  const token = await repository.renewLink(trx, place);
  const { email: to, lang, kind, accessUntil, invitedBy } = row;
  const organizationName = await repository.organizationName(trx, place.organizationId);
  const url = `${deps.publicUrl()}/auth/invite?token=${token}`;
  await deps.mails.queue(
    trx,
    inviteMail({ to, lang, kind, organizationName, inviterName: invitedBy ?? organizationName, url, accessUntil }),
  );
  return row;
}
