import type { Delivery } from '@sightline/contracts/webhooks/webhook';
import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import type { QueryClient } from '@tanstack/react-query';
import { callKey, callPages, callQuery } from '../../platform/api/client.ts';

/** Messages go out by themselves: what is looked at is read again so often. */
const everyMs = 5_000;

/** All webhooks of the organization. */
export const webhooksQuery = () => callQuery(webhooksCalls.list, {});

/** One webhook, as it fares. */
export const webhookById = (id: string) => ({
  ...callQuery(webhooksCalls.get, { params: { id } }),
  refetchInterval: everyMs,
});

/** The log of a webhook, newest first. */
export const deliveryPages = (id: string, state: Delivery['state'] | undefined) => ({
  ...callPages(webhooksCalls.deliveries, { params: { id }, query: { limit: 50, state } }),
  refetchInterval: everyMs,
});

/** One message with its tries. */
export const deliveryById = (id: string, deliveryId: string) => ({
  ...callQuery(webhooksCalls.delivery, { params: { id, deliveryId } }),
  refetchInterval: everyMs,
});

/** Reads everything that is shown of webhooks anew. */
export const refreshWebhooks = async (client: QueryClient): Promise<void> => {
  const { list, get, deliveries, delivery } = webhooksCalls;
  await Promise.all(
    [list, get, deliveries, delivery].map((one) => client.invalidateQueries({ queryKey: callKey(one) })),
  );
};
