/** Services that are told as webhooks are: Slack, Team3 and Immix. */
export {
  installService,
  removeService,
  serviceWebhooks,
  type ServiceWebhook,
  type WebhookService,
} from './services/webhook-services.ts';
export { failingReceivers, type FailingReceiver } from './failing-receivers.repository.ts';
export type { WebhooksDeps } from './webhooks.service.ts';
