import { AppError } from '@sightline/contracts/shared/errors';
import { isDuplicate, type Work } from '../../platform/database/database.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import { nobody } from '../../platform/database/changes.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { accountIdOf, type AssertedPerson } from './asserted-person.ts';
import type { ProviderRow } from './auth-providers.repository.ts';
import type { Admission } from './provider-admission.ts';
import * as repository from './provider-identities.repository.ts';

export interface MatchingDeps {
  changes: Changes;
  clock: Clock;
  admission: Admission;
}

/**
 * Finds the account behind what a provider of an organization says, and never one of somebody who is not in that
 * organization: whoever owns an organization also decides what its provider says. Throws `provider_account_unknown`, or
 * `provider_link_needed` where the person has to join or link by own will first.
 */
export async function matchPerson(deps: MatchingDeps, { provider, person }: Meeting, address: string): Promise<string> {
  const attempt = (): Promise<string> =>
    deps.changes.run({ organizationId: provider.organizationId, by: { ...nobody, address } }, async (work) => {
      const known = await repository.findIdentity(work.trx, keyOf(provider, person));
      return known ? matchKnown(deps, work, { provider, person, known }) : matchNew(deps, work, { provider, person });
    });
  try {
    return await attempt();
  } catch (error) {
    // The same person came twice at once: the other attempt made the account.
    if (isDuplicate(error)) return attempt();
    throw error;
  }
}

const keyOf = (provider: ProviderRow, person: AssertedPerson) => ({
  providerId: provider.id,
  accountId: accountIdOf(person),
});

interface Meeting {
  provider: ProviderRow;
  person: AssertedPerson;
}

type Known = { userId: string; origin: repository.IdentityOrigin };

async function matchKnown(
  deps: MatchingDeps,
  work: ChangeWork,
  { provider, person, known }: Meeting & { known: Known },
): Promise<string> {
  const { organizationId } = provider;
  if (await repository.isMember(work.trx, organizationId, known.userId)) return known.userId;
  // Who left comes back by the provider's word only where the account is nothing but the provider's word.
  if (!(await repository.isOnlyIdentity(work.trx, { userId: known.userId, providerId: provider.id })))
    throw new AppError('provider_account_unknown');
  await admit(deps, work, { provider, person, userId: known.userId });
  return known.userId;
}

async function matchNew(deps: MatchingDeps, work: ChangeWork, { provider, person }: Meeting): Promise<string> {
  const { trx } = work;
  const { organizationId } = provider;
  if (person.email === null || !person.isEmailVerified) throw new AppError('provider_account_unknown');
  const at = new Date(deps.clock());
  const existing = await repository.findUserByEmail(trx, person.email);
  if (existing !== null) {
    if (!(await repository.isMember(trx, organizationId, existing)))
      throw new AppError(
        (await mayEnter(deps, trx, { provider, person })) ? 'provider_link_needed' : 'provider_account_unknown',
      );
    await addIdentity(work, { provider, person, userId: existing, origin: 'matched', at });
    return existing;
  }
  if (!(await mayEnter(deps, trx, { provider, person }))) throw new AppError('provider_account_unknown');
  const userId = await repository.insertUser(trx, {
    email: person.email,
    name: person.name ?? person.email.split('@')[0] ?? person.email,
    at,
  });
  await addIdentity(work, { provider, person, userId, origin: 'created', at });
  await admit(deps, work, { provider, person, userId });
  return userId;
}

async function mayEnter(deps: MatchingDeps, trx: Work, { provider, person }: Meeting): Promise<boolean> {
  return provider.admitsNewUsers || isInvited(deps, trx, { provider, person });
}

async function isInvited(
  { admission, clock }: MatchingDeps,
  trx: Work,
  { provider, person }: Meeting,
): Promise<boolean> {
  if (person.email === null || !person.isEmailVerified) return false;
  return admission.isInvited(trx, { organizationId: provider.organizationId, email: person.email, nowMs: clock() });
}

async function admit(
  deps: MatchingDeps,
  work: ChangeWork,
  { provider, person, userId }: Meeting & { userId: string },
): Promise<void> {
  const { organizationId } = provider;
  const { admission, clock } = deps;
  if (person.email !== null && (await isInvited(deps, work.trx, { provider, person }))) {
    await admission.acceptInvite(work, { organizationId, email: person.email, userId, nowMs: clock() });
  } else if (provider.admitsNewUsers) {
    await admission.join(work, { organizationId, userId, groupIds: provider.defaultGroupIds });
  } else throw new AppError('provider_account_unknown');
  await work.audit({
    action: 'authProvider.admit',
    entityKind: 'authProvider',
    entityId: provider.id,
    data: { userId },
  });
}

async function addIdentity(
  work: ChangeWork,
  { provider, person, userId, origin, at }: Meeting & { userId: string; origin: repository.IdentityOrigin; at: Date },
): Promise<void> {
  await repository.insertIdentity(work.trx, keyOf(provider, person), {
    userId,
    origin,
    label: person.email ?? person.name,
    at,
  });
  await work.audit({
    action: 'account.addIdentity',
    entityKind: 'authProvider',
    entityId: provider.id,
    data: { userId, origin },
  });
}

/** Links what a provider says to the account that asked for it. Throws `identity_taken` when it is somebody else's already. */
export async function linkPerson(
  deps: MatchingDeps,
  { provider, person }: Meeting,
  by: { userId: string; sessionId: string; address: string },
): Promise<void> {
  await deps.changes.run({ organizationId: provider.organizationId, by }, async (work) => {
    if (!(await repository.isMember(work.trx, provider.organizationId, by.userId)))
      throw new AppError('provider_account_unknown');
    const at = new Date(deps.clock());
    const isNew = await repository.insertIdentity(work.trx, keyOf(provider, person), {
      userId: by.userId,
      origin: 'linked',
      label: person.email ?? person.name,
      at,
    });
    if (!isNew) {
      const known = await repository.findIdentity(work.trx, keyOf(provider, person));
      if (known?.userId !== by.userId) throw new AppError('identity_taken');
      await repository.setLinked(work.trx, keyOf(provider, person));
    }
    await work.audit({
      action: 'account.linkIdentity',
      entityKind: 'authProvider',
      entityId: provider.id,
      data: { name: provider.name },
    });
  });
}
