import type { integrationsCalls } from '@sightline/contracts/integrations/integrations.api';
import type { AttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { QuotasService } from './integration-quotas.service.ts';
import type { IntegrationsService } from './integrations.service.ts';

/** Handlers of the calls of integrations; each install asks somebody outside, so there are few in a minute. */
export function integrationsRoutes(
  { service, quotas }: { service: IntegrationsService; quotas: QuotasService },
  attempts: AttemptLimiter,
): CallHandlers<typeof integrationsCalls> {
  const limit = ({ organizationId }: { organizationId: string }): void => attempts.take(`install ${organizationId}`);
  return {
    list: async (_input, { actor }) => ({ items: await service.list(actor) }),
    details: (_input, { actor }) => quotas.details(actor),
    saveQuotas: ({ body }, { actor }) => quotas.saveQuotas(actor, body),
    limits: async ({ query }, { actor }) => {
      const items = await quotas.limits(actor);
      return { items: items.filter((item) => query.service === undefined || item.service === query.service) };
    },
    vccLogs: async (_input, { actor }) => ({ items: await quotas.vccLogs(actor) }),
    installSlack: ({ body }, { actor }) => {
      limit(actor);
      return service.installSlack(actor, body.url);
    },
    installTeam3: ({ body }, { actor }) => {
      limit(actor);
      return service.installTeam3(actor, body.url);
    },
    installNoonLight: ({ body }, { actor }) => {
      limit(actor);
      return service.installNoonLight(actor, body);
    },
    installSightline: ({ body }, { actor }) => service.installSightline(actor, body.quota),
    installImmix: ({ body }, { actor }) => {
      limit(actor);
      return service.installImmix(actor, body);
    },
    uninstall: async ({ params }, { actor }) => {
      await service.uninstall(actor, params.service);
      return {};
    },
  };
}
