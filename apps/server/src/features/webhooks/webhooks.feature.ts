import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { createAttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import { at } from '../../platform/features/hooks.ts';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { outward } from '../../platform/outward/outward-message.ts';
import { deleteOldDeliveries } from './webhook-deliveries.repository.ts';
import { startWebhookDeliveries } from './webhook-delivery.ts';
import { createWebhookLogService } from './webhook-log.service.ts';
import { tellWebhooks } from './webhook-outbox.ts';
import { webhooksAudit } from './webhooks.audit.ts';
import { webhooksRoutes } from './webhooks.routes.ts';
import { createWebhooksService } from './webhooks.service.ts';

const testsPerMinute = 20;
/** So long what ended stands in the log, and dead letters can be sent again. */
const keptMs = 30 * 86_400_000;

/** What happens is told to places outside. */
export const webhooksFeature: ServerFeature<ServerContext> = {
  noun: 'webhooks',
  audits: webhooksAudit,
  start: async (context) => {
    const worker = await startWebhookDeliveries(context);
    const services = { webhooks: createWebhooksService(context), logs: createWebhookLogService(context) };
    const handlers = webhooksRoutes(services, createAttemptLimiter(testsPerMinute, context.clock));
    return { routes: [answer('webhooks', webhooksCalls, handlers)], stop: () => worker.stop() };
  },
  hears: { 'webhooks.changed': { rights: ['OrganizationEdit'], isQuiet: true } },
  hooks: (context) => [
    at(outward, (work, organizationId, messages) => tellWebhooks(work, context, { organizationId, messages })),
  ],
  housekeeping: ({ database }) => [
    {
      name: 'what was told to webhooks',
      run: (now) => deleteOldDeliveries(database, new Date(now.getTime() - keptMs)),
    },
  ],
};
