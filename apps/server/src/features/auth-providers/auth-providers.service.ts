import {
  oidcSettings,
  samlSettings,
  type AuthProvider,
  type AuthProviderInput,
  type DomainProof,
  type OfferedProvider,
} from '@sightline/contracts/auth-providers/auth-provider';
import { AppError } from '@sightline/contracts/shared/errors';
import { scopeFor } from '../../platform/auth/entity-right.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { requireEverything } from '../permission-groups/permission-groups.public.ts';
import { sessionsEndedTopic } from '../../platform/auth/sessions-ended.ts';
import { presentProvider } from './auth-providers.presenter.ts';
import * as repository from './auth-providers.repository.ts';
import type { DomainProofs } from './domain-proofs.ts';
import { namedProvider, offeredProviders } from './offered-providers.ts';
import { requireOwnGroups, requireWayIn } from './provider-admission.ts';
import { secretContext, type ProviderReach } from './provider-reach.ts';
import { readCertificate } from './saml-client.ts';

const maxProviders = 50;

/** What providers need from the rest of the server. */
export interface AuthProvidersDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  box: SealedBox;
  egress: Egress;
  reach: ProviderReach;
  proofs: DomainProofs;
  isSignUpOpen: boolean;
  serverUrl: () => string;
}

/** Ways of signing in at somebody else's: kept by their organization, asked only when somebody uses them. */
export type AuthProvidersService = ReturnType<typeof createAuthProvidersService>;

/**
 * Reads and changes providers. Removing one demands UserManage beside the declared permission; making and changing one
 * demands everything that administrators hold, for who decides what a provider says can come in as any of them. Throws `forbidden`, `address_refused`, `certificate_invalid`, `too_many`, `conflict`,
 * `grant_exceeds_own`, `last_administrator`, `not_found`.
 */
export function createAuthProvidersService(deps: AuthProvidersDeps) {
  const { database } = deps;
  const find = (organizationId: string, id: string): Promise<repository.ProviderRow | undefined> =>
    database.withOrganization(organizationId, (trx) => repository.findProvider(trx, organizationId, id));
  const present = async (row: repository.ProviderRow): Promise<AuthProvider> =>
    presentProvider(row, {
      serverUrl: deps.serverUrl(),
      domainProofs: await deps.proofs.statesOf(row.organizationId, row.domains),
    });

  return {
    list: async ({ organizationId }: MemberActor): Promise<AuthProvider[]> =>
      Promise.all(
        (await database.withOrganization(organizationId, (trx) => repository.listProviders(trx, organizationId))).map(
          present,
        ),
      ),
    create: async (actor: MemberActor, input: AuthProviderInput): Promise<AuthProvider> => {
      await requireTrustworthy(deps, actor, input);
      return create(deps, actor, input).then(present);
    },
    update: async (
      actor: MemberActor,
      id: string,
      change: { provider: AuthProviderInput; revision: number },
    ): Promise<AuthProvider> => {
      await requireTrustworthy(deps, actor, change.provider);
      return update(deps, actor, { id, ...change }).then(present);
    },
    remove: (actor: MemberActor, id: string): Promise<void> => remove(deps, actor, id),
    test: async (
      { organizationId }: MemberActor,
      id: string,
    ): Promise<{ isReachable: boolean; failure: string | null }> => {
      const row = await find(organizationId, id);
      if (!row) throw new AppError('not_found');
      return deps.reach.test(row);
    },
    proveDomain: async (actor: MemberActor, id: string, domain: string): Promise<DomainProof> => {
      requireUserManage(actor);
      const { organizationId } = actor;
      const row = await find(organizationId, id);
      if (!row?.domains.includes(domain)) throw new AppError('not_found');
      return deps.proofs.prove({ organizationId, domain }, actor);
    },
    offered: (asked: { email: string; organizationId: string | null }): Promise<OfferedProvider[]> =>
      offeredProviders(deps, asked),
    named: (id: string): Promise<OfferedProvider> => namedProvider(deps, id),
  };
}

const publishEnded = (bus: Bus, sessionIds: readonly string[]): void =>
  sessionIds.forEach((sessionId) => bus.publish(sessionsEndedTopic, { sessionId, isForced: true }));

/** Who decides what a provider says is for members who manage people; what helpers said would hold when they are gone. */
function requireUserManage(actor: MemberActor): void {
  if (actor.viaOrganizationId !== undefined) throw new AppError('forbidden');
  if (!scopeFor(actor, 'UserManage').whole) throw new AppError('forbidden', { permission: 'UserManage' });
}

async function requireTrustworthy(
  { egress }: AuthProvidersDeps,
  actor: MemberActor,
  input: AuthProviderInput,
): Promise<void> {
  requireUserManage(actor);
  // The provider's word lets anybody in as anybody here, administrators too.
  requireEverything(actor);
  if (input.kind === 'oidc') await egress.check(input.oidc.issuer);
  else {
    readCertificate(input.saml.certificate);
    if (!/^https?:/i.test(input.saml.entryPoint))
      throw new AppError('address_refused', { fields: ['saml.entryPoint'] });
  }
}

const sealed = ({ box }: AuthProvidersDeps, secret: string, key: { organizationId: string; id: string }): Buffer =>
  box.seal(secret, secretContext(key.organizationId, key.id));

async function create(
  deps: AuthProvidersDeps,
  actor: MemberActor,
  input: AuthProviderInput,
): Promise<repository.ProviderRow> {
  const key = { organizationId: actor.organizationId, id: newId() };
  const sealedSecret =
    input.kind === 'oidc' && input.clientSecret !== undefined ? sealed(deps, input.clientSecret, key) : null;
  return deps.changes.run({ organizationId: key.organizationId, by: actor }, async ({ trx, audit }) => {
    await requireOwnGroups(trx, actor, input.defaultGroupIds);
    if ((await repository.countProviders(trx, key.organizationId)) >= maxProviders)
      throw new AppError('too_many', { limit: maxProviders });
    const row = await repository.insertProvider(trx, key, { ...repository.changeOf(input), sealedSecret });
    await audit({ action: 'authProvider.create', entityKind: 'authProvider', entityId: key.id, data: auditOf(input) });
    return row;
  });
}

async function update(
  deps: AuthProvidersDeps,
  actor: MemberActor,
  { id, provider, revision }: { id: string; provider: AuthProviderInput; revision: number },
): Promise<repository.ProviderRow> {
  const key = { organizationId: actor.organizationId, id };
  return deps.changes.run({ organizationId: key.organizationId, by: actor }, async ({ trx, audit, afterCommit }) => {
    const before = await repository.lockProvider(trx, key.organizationId, id);
    if (!before) throw new AppError('not_found');
    if (before.revision !== revision) throw new AppError('conflict', { revision: before.revision });
    if (before.kind !== provider.kind) throw new AppError('validation_failed', { fields: ['provider.kind'] });
    await requireOwnGroups(trx, actor, provider.defaultGroupIds);
    const row = await repository.updateProvider(trx, key, {
      ...repository.changeOf(provider),
      ...secretChange(deps, key, { before, provider }),
    });
    if (!row.isEnabled) {
      await requireWayIn(trx, key.organizationId);
      const ended = await repository.deleteSessionsOf(trx, id);
      afterCommit(() => publishEnded(deps.bus, ended));
    }
    await audit({ action: 'authProvider.update', entityKind: 'authProvider', entityId: id, data: auditOf(provider) });
    return row;
  });
}

/** An absent secret stays, but goes to no other place than the one it was typed for. */
function secretChange(
  deps: AuthProvidersDeps,
  key: { organizationId: string; id: string },
  { before, provider }: { before: repository.ProviderRow; provider: AuthProviderInput },
): { sealedSecret?: Buffer | null } {
  if (provider.kind !== 'oidc') return {};
  if (provider.clientSecret !== undefined) return { sealedSecret: sealed(deps, provider.clientSecret, key) };
  return new URL(oidcSettings.parse(before.settings).issuer).href === new URL(provider.oidc.issuer).href
    ? {}
    : { sealedSecret: null };
}

function auditOf(input: AuthProviderInput): Record<string, unknown> {
  const { name, kind, isEnabled, domains, admitsNewUsers, defaultGroupIds } = input;
  const place =
    input.kind === 'oidc'
      ? { issuer: input.oidc.issuer }
      : { entryPoint: input.saml.entryPoint, idpIssuer: samlSettings.shape.idpIssuer.parse(input.saml.idpIssuer) };
  return { name, kind, isEnabled, domains, admitsNewUsers, defaultGroupIds, ...place };
}

async function remove(deps: AuthProvidersDeps, actor: MemberActor, id: string): Promise<void> {
  requireUserManage(actor);
  await deps.changes.run({ organizationId: actor.organizationId, by: actor }, async ({ trx, audit, afterCommit }) => {
    const row = await repository.lockProvider(trx, actor.organizationId, id);
    if (!row) throw new AppError('not_found');
    await repository.deleteProvider(trx, actor.organizationId, id);
    await requireWayIn(trx, actor.organizationId);
    const ended = await repository.deleteSessionsOf(trx, id);
    afterCommit(() => publishEnded(deps.bus, ended));
    await audit({
      action: 'authProvider.remove',
      entityKind: 'authProvider',
      entityId: id,
      data: { name: row.name },
    });
  });
}
