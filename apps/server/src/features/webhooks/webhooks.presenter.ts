import type { Delivery, DeliveryDetail, Webhook } from '@sightline/contracts/webhooks/webhook';
import type { DeliveryRow } from './webhook-deliveries.repository.ts';
import type { CountedWebhook } from './webhooks.repository.ts';

/** The kind of messages that are sent to try a webhook. */
export const testKind = 'webhook.test';

/** A webhook as it leaves the server: without its secret. */
export function presentWebhook(row: CountedWebhook, url: string, now: Date): Webhook {
  const { id, name, messageKinds, isEnabled, offBecause, waitingCount, deadCount, revision } = row;
  return {
    id,
    name,
    url,
    messageKinds,
    isEnabled,
    offBecause,
    failingSinceUtcMs: row.failingSince?.getTime() ?? null,
    lastDeliveredUtcMs: row.lastDeliveredAt?.getTime() ?? null,
    waitingCount,
    deadCount,
    formerSecretUntilUtcMs: row.formerUntil !== null && row.formerUntil > now ? row.formerUntil.getTime() : null,
    revision,
  };
}

/** A message as the log shows it. */
export const presentDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  kind: row.kind,
  isTest: row.kind === testKind,
  state: row.state,
  createdUtcMs: row.createdAt.getTime(),
  endedUtcMs: row.endedAt?.getTime() ?? null,
  nextUtcMs: row.nextAt?.getTime() ?? null,
  tries: row.tries,
  deadBecause: row.deadBecause,
  last: row.attempts.at(-1) ?? null,
});

/** The same with every try; `body` null for whoever may not see what it is about. */
export const presentDetail = (row: DeliveryRow, body: string | null): DeliveryDetail => ({
  ...presentDelivery(row),
  attempts: row.attempts,
  body,
});
