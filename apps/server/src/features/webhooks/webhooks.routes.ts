import type { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import type { AttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { WebhookLogService } from './webhook-log.service.ts';
import type { WebhooksService } from './webhooks.service.ts';

/** Handlers of the calls of webhooks. */
export const webhooksRoutes = (
  { webhooks, logs }: { webhooks: WebhooksService; logs: WebhookLogService },
  attempts: AttemptLimiter,
): CallHandlers<typeof webhooksCalls> => ({
  list: async (_input, { actor }) => ({ items: await webhooks.list(actor) }),
  get: ({ params }, { actor }) => webhooks.get(actor, params.id),
  create: ({ body }, { actor }) => webhooks.create(actor, body),
  update: ({ params, body }, { actor }) => webhooks.update(actor, params.id, body),
  remove: async ({ params }, { actor }) => {
    await webhooks.remove(actor, params.id);
    return {};
  },
  rotate: ({ params }, { actor }) => webhooks.rotate(actor, params.id),
  test: ({ params }, { actor }) => {
    attempts.take(`webhook test ${actor.organizationId}`);
    return webhooks.test(actor, params.id);
  },
  deliveries: ({ params, query }, { actor }) => logs.deliveries(actor, params.id, query),
  delivery: ({ params }, { actor }) => logs.delivery(actor, params.id, params.deliveryId),
  resend: ({ params }, { actor }) => logs.resend(actor, params.id, params.deliveryId),
  resendDead: async ({ params, body }, { actor }) => ({ count: await logs.resendDead(actor, params.id, body) }),
});
