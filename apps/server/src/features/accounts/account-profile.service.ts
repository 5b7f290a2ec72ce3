import type { AppliedSettings, Profile, UserSettings } from '@sightline/contracts/accounts/account';
import type { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import type { CallInput } from '@sightline/contracts/shared/call';
import { AppError } from '@sightline/contracts/shared/errors';
import { appliedSettings } from '@sightline/domain/accounts/applied-settings';
import { isTimeZone } from '@sightline/domain/time/site-days';
import type { MemberActor, SessionActor } from '../../platform/auth/actor.ts';
import type { ChangeAccount } from './account-changes.ts';
import { findPendingEmail } from './account-links.repository.ts';
import type { AccountsDeps } from './account-parts.ts';
import { presentProfile } from './accounts.presenter.ts';
import * as repository from './accounts.repository.ts';

const mediaTokenMs = 10 * 60_000;
const kinds = ['twilioPtt', 'vmPlayback'] as const;

type MediaKind = (typeof kinds)[number];

type ProfileDeps = AccountsDeps & { change: ChangeAccount };

/** The media tokens that still run, minted anew: the database keeps none. */
async function mediaOf(
  { database, clock, tokens }: ProfileDeps,
  { userId, organizationId }: SessionActor,
): Promise<Pick<Profile, 'twilioPtt' | 'vmPlayback'>> {
  const rows =
    organizationId === null
      ? []
      : await repository.listMediaTokens(database, userId, { organizationId, now: new Date(clock()) });
  const tokenOf = async (kind: MediaKind) => {
    const row = rows.find((one) => one.kind === kind);
    if (!row) return null;
    const expiresAt = row.expiresAt.getTime();
    return {
      token: await tokens.mintMedia({ kind, userId, organizationId: row.organizationId, expiresAtUtcMs: expiresAt }),
      expiresAt,
    };
  };
  return { twilioPtt: await tokenOf('twilioPtt'), vmPlayback: await tokenOf('vmPlayback') };
}

const isMember = (actor: SessionActor): actor is MemberActor =>
  actor.organizationId !== null && actor.barredBy === undefined;

async function readProfile(deps: ProfileDeps, actor: SessionActor): Promise<Profile> {
  const { database, clock, sessions, mfa } = deps;
  const { userId, sessionId, organizationId } = actor;
  const [row, identities, pendingEmail, orgs, isMfaEnabled, media, list, role, isOwn] = await Promise.all([
    repository.findProfile(database.global, userId),
    repository.listIdentities(database.global, userId),
    findPendingEmail(database, userId, clock()),
    repository.listOrganizationIds(database, userId),
    mfa.isNeeded(userId),
    mediaOf(deps, actor),
    sessions.list(actor),
    organizationId === null ? null : repository.findRole(database, organizationId, userId),
    sessions.ownsAccount(actor),
  ]);
  if (!row) throw new AppError('unauthenticated');
  const authProviderId = list.find(({ id }) => id === sessionId)?.authProviderId ?? null;
  const edges = isMember(actor) ? await deps.visibleCoreIds(actor) : [];
  // Who came by the word of one organization's provider is told of that organization alone.
  const isForeign = authProviderId !== null;
  const shown = isForeign ? orgs.filter((id) => id === organizationId) : orgs;
  const person = isForeign ? { ...row, staffRoles: [], isDeveloper: false, isDevTeam: false } : row;
  const facts = { role, authProviderId, orgs: shown, edges, isMfaEnabled, media };
  if (isOwn) return presentProfile({ ...facts, row: person, identities, pendingEmail });
  const known = identities.filter(({ providerId }) => providerId === authProviderId);
  return presentProfile({ ...facts, row: { ...person, phone: null }, identities: known, pendingEmail: null });
}

/** What a person knows and chooses of the own account. */
export function createProfileService(deps: ProfileDeps) {
  const { database, clock, sessions, tokens, change } = deps;
  const get = (actor: SessionActor): Promise<Profile> => readProfile(deps, actor);
  return {
    get,
    update: async (
      actor: SessionActor,
      input: CallInput<typeof accountsCalls.updateProfile>['body'],
    ): Promise<Profile> => {
      const { timezone, ...rest } = input;
      if (timezone !== undefined && !isTimeZone(timezone)) throw new AppError('time_zone_unknown');
      // Messages of every organization go there.
      if (
        input.phone !== undefined &&
        input.phone !== (await repository.findProfile(database.global, actor.userId))?.phone
      )
        await sessions.requireOwnAccount(actor);
      const fields = Object.keys(input);
      await change({ userId: actor.userId, by: actor, action: 'account.updateProfile', data: { fields } }, (place) =>
        repository.updatePerson(place, actor.userId, { ...rest, timeZone: timezone, now: new Date(clock()) }),
      );
      return get(actor);
    },
    updateSettings: async (actor: SessionActor, input: Partial<UserSettings>): Promise<AppliedSettings> => {
      const settings = await change(
        { userId: actor.userId, by: actor, action: 'account.updateSettings', data: input },
        (place) => repository.mergeSettings(place, actor.userId, { change: input, now: new Date(clock()) }),
      );
      return appliedSettings(settings);
    },
    renewMediaToken: async (actor: MemberActor, kind: MediaKind): Promise<{ token: string; expiresAt: number }> => {
      const { userId, organizationId } = actor;
      // Whole seconds, as the token itself counts: minted anew it is the same.
      const expiresAt = Math.floor((clock() + mediaTokenMs) / 1000) * 1000;
      await repository.saveMediaToken(database, userId, { organizationId, kind, expiresAt: new Date(expiresAt) });
      return { token: await tokens.mintMedia({ kind, userId, organizationId, expiresAtUtcMs: expiresAt }), expiresAt };
    },
  };
}
