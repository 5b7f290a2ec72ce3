import type { WebhookRow } from '../webhooks.repository.ts';
import { immixBody } from './immix-alarm.ts';
import { slackBody } from './slack-text.ts';
import type { ToldMessage } from './told-message.ts';

/** What takes messages of a webhook. */
export type Service = WebhookRow['service'];

/** The message as whoever takes webhooks reads it. */
function webhookBody({ kind, atUtcMs, data, url }: ToldMessage): string {
  const timestamp = new Date(atUtcMs).toISOString();
  return JSON.stringify({ type: kind, timestamp, data: url === null ? data : { ...data, url } });
}

const bodies: Readonly<Record<Service, (message: ToldMessage) => string>> = {
  webhook: webhookBody,
  team3: webhookBody,
  slack: slackBody,
  immix: immixBody,
};

/** The message in the form that a service wants: this is what the log shows. */
export const bodyFor = (service: Service, message: ToldMessage): string => bodies[service](message);
