import { integrationsCalls } from '@sightline/contracts/integrations/integrations.api';
import { createAttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import type { DispatchServices } from '../dispatch-alarms/dispatch-alarms.public.ts';
import { createQuotasService } from './integration-quotas.service.ts';
import { integrationsAudit } from './integrations.audit.ts';
import { integrationsRoutes } from './integrations.routes.ts';
import { createIntegrationsService, findNoonLight } from './integrations.service.ts';

const installsPerMinute = 20;

/** Services of others that an organization installs. */
export const integrationsFeature: ServerFeature<ServerContext & { dispatchServices: DispatchServices }> = {
  noun: 'integrations',
  audits: integrationsAudit,
  start: (context) => {
    context.dispatchServices.use((trx, organizationId) => findNoonLight(context.box, trx, organizationId));
    const limiter = createAttemptLimiter(installsPerMinute, context.clock);
    const services = { service: createIntegrationsService(context), quotas: createQuotasService(context) };
    const handlers = integrationsRoutes(services, limiter);
    return { routes: [answer('integrations', integrationsCalls, handlers)] };
  },
  hears: { 'integrations.changed': { rights: ['OrganizationEdit'], isQuiet: true } },
};
