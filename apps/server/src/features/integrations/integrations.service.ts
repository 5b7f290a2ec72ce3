import type {
  Integration,
  IntegrationDetails,
  IntegrationService,
} from '@sightline/contracts/integrations/integration';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import { findReaders } from '../../platform/mail/mail-readers.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { askNoonLight } from '../dispatch-alarms/dispatch-alarms.public.ts';
import { installService, removeService, serviceWebhooks, type WebhooksDeps } from '../webhooks/webhooks.public.ts';
import { presentIntegrations } from './integrations.presenter.ts';
import { readUses } from './integration-quotas.service.ts';
import { tellOfIntegrations } from './integration-news.ts';
import * as repository from './integrations.repository.ts';

/** What integrations need from the rest of the server. */
export interface IntegrationsDeps extends WebhooksDeps {
  config: { noonLightUrl: string };
}

/** Services that organizations install; whoever calls has OrganizationEdit. */
export type IntegrationsService = ReturnType<typeof createIntegrationsService>;

const names = { slack: 'Slack', team3: 'Team3', immix: 'Immix' } as const;
type Told = keyof typeof names;

/** Where the sealed token belongs; moved elsewhere it does not open. */
const contextOf = (organizationId: string): string => `integration:${organizationId}:noonlight`;

/**
 * Installs and uninstalls services. What is installed is asked first: throws `integration_installed`,
 * `integration_key_refused`, `integration_unreachable`, `immix_install_failed`, `address_refused`, `grant_exceeds_own`.
 */
export function createIntegrationsService(deps: IntegrationsDeps) {
  const inside = <T>({ organizationId }: MemberActor, work: (trx: Work) => Promise<T>): Promise<T> =>
    deps.database.withOrganization(organizationId, work);
  const list = (actor: MemberActor): Promise<Integration[]> => inside(actor, (trx) => present(deps, trx, actor));
  const one = async (actor: MemberActor, service: IntegrationService): Promise<Integration> => {
    const found = (await list(actor)).find((integration) => integration.service === service);
    if (!found) throw new AppError('not_found');
    return found;
  };
  const tell = async (actor: MemberActor, service: Told, address: string): Promise<string> =>
    (await installService(deps, actor, { service, address, name: names[service] })).secret;
  const installOwn = async (actor: MemberActor, own: NewOwn): Promise<Integration> => {
    await deps.changes.run({ organizationId: actor.organizationId, by: actor }, (work) =>
      keepOwn(deps, { actor, work }, own),
    );
    return one(actor, own.service);
  };
  return {
    list,
    installSlack: async (actor: MemberActor, url: string): Promise<Integration> => {
      await tell(actor, 'slack', url);
      return one(actor, 'slack');
    },
    installTeam3: async (actor: MemberActor, url: string): Promise<Integration & { secret: string }> => {
      const secret = await tell(actor, 'team3', url);
      return { ...(await one(actor, 'team3')), secret };
    },
    installImmix: async (actor: MemberActor, place: { host: string; port: number }): Promise<Integration> => {
      await tell(actor, 'immix', smtpAddressOf(place)).catch(asImmix);
      return one(actor, 'immix');
    },
    installNoonLight: async (actor: MemberActor, { token, quota }: { token: string; quota: number | null }) => {
      await requireKey(deps, token);
      const sealedSecret = deps.box.seal(token, contextOf(actor.organizationId));
      return installOwn(actor, { service: 'noonlight', sealedSecret, quotas: { noonLightQuota: quota } });
    },
    installSightline: (actor: MemberActor, quota: number | null): Promise<Integration> =>
      installOwn(actor, { service: 'sightline', sealedSecret: null, quotas: { sightlineQuota: quota } }),
    uninstall: async (actor: MemberActor, service: IntegrationService): Promise<void> => {
      if (service !== 'noonlight' && service !== 'sightline') return removeService(deps, actor, service);
      await deps.changes.run({ organizationId: actor.organizationId, by: actor }, (work) =>
        removeOwn({ actor, work }, service),
      );
    },
  };
}

const smtpAddressOf = ({ host, port }: { host: string; port: number }): string =>
  `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** The words that people are told when Immix takes nothing. */
function asImmix(cause: unknown): never {
  if (cause instanceof AppError && cause.code === 'integration_unreachable')
    throw new AppError('immix_install_failed', cause.data, { cause });
  throw cause;
}

async function requireKey({ egress, config }: IntegrationsDeps, token: string): Promise<void> {
  const answered = await askNoonLight({ egress, url: config.noonLightUrl, token }).takesToken();
  if (answered.kind === 'done') return;
  if (answered.cause === 'wrongKey') throw new AppError('integration_key_refused', { fields: ['token'] });
  // Whoever answers otherwise is not NoonLight.
  throw new AppError('integration_unreachable', { detail: answered.detail });
}

interface NewOwn {
  service: repository.OwnService;
  sealedSecret: Buffer | null;
  quotas: Partial<IntegrationDetails>;
}

interface Task {
  actor: MemberActor;
  work: ChangeWork;
}

async function keepOwn(deps: IntegrationsDeps, { actor, work }: Task, { service, sealedSecret, quotas }: NewOwn) {
  const { organizationId, userId } = actor;
  const [reader] = await findReaders(work.trx, [userId]);
  const isNew = await repository.insertIntegration(work.trx, organizationId, {
    service,
    sealedSecret,
    installedAt: new Date(deps.clock()),
    installedByName: reader?.name ?? '',
  });
  // Where nothing is reached, installing it again only limits it anew.
  if (!isNew && sealedSecret !== null) throw new AppError('integration_installed');
  await repository.writeQuotas(work.trx, organizationId, quotas);
  await tellOfIntegrations(work, organizationId, { action: 'integration.install', data: { service, ...quotas } });
}

async function removeOwn({ actor, work }: Task, service: repository.OwnService): Promise<void> {
  const { organizationId } = actor;
  if (!(await repository.deleteIntegration(work.trx, organizationId, service)))
    throw new AppError('integration_not_installed');
  await tellOfIntegrations(work, organizationId, { action: 'integration.uninstall', data: { service } });
}

async function present(deps: IntegrationsDeps, trx: Work, { organizationId }: MemberActor): Promise<Integration[]> {
  const told = await serviceWebhooks(trx, deps.box, organizationId);
  const readers = await findReaders(
    trx,
    told.map(({ createdBy }) => createdBy),
  );
  return presentIntegrations({
    own: await repository.listIntegrations(trx, organizationId),
    told,
    quotas: await repository.readQuotas(trx, organizationId),
    used: await readUses(trx, organizationId, deps.clock()),
    names: new Map(readers.map(({ userId, name }) => [userId, name])),
  });
}

/** The monitoring service of an organization, with what it is reached with. */
export async function findNoonLight(
  box: SealedBox,
  trx: Work,
  organizationId: string,
): Promise<{ token: string; quota: number | null } | undefined> {
  const row = await repository.findIntegration(trx, organizationId, 'noonlight');
  if (!row?.sealedSecret) return undefined;
  const { noonLightQuota } = await repository.readQuotas(trx, organizationId);
  return { token: box.open(row.sealedSecret, contextOf(organizationId)), quota: noonLightQuota };
}
