import type { MakeThings, TenantExamples } from '../tenant-things.ts';

interface WebhookThings {
  webhookId: string;
  deliveryId: string;
}

declare module '../tenant-things.ts' {
  interface TenantThings extends WebhookThings {}
}

let webhooks = 0;
/** A number and no name: nothing is asked where it leads. */
const webhook = () => {
  webhooks += 1;
  const url = 'https://192.88.0.1/hook';
  return { name: `Receiver ${webhooks}`, url, messageKinds: ['alert.opened'], isEnabled: true };
};

export const tenantExamples: TenantExamples = {
  'webhooks.list': () => ({}),
  'webhooks.get': ({ webhookId }) => ({ params: { id: webhookId } }),
  'webhooks.create': () => ({ body: webhook() }),
  'webhooks.update': ({ webhookId }) => ({
    params: { id: webhookId },
    body: { ...webhook(), revision: 1 },
  }),
  'webhooks.rotate': ({ webhookId }) => ({ params: { id: webhookId } }),
  'webhooks.test': ({ webhookId }) => ({ params: { id: webhookId } }),
  'webhooks.deliveries': ({ webhookId }) => ({ params: { id: webhookId }, query: { limit: 20, state: 'dead' } }),
  'webhooks.delivery': ({ webhookId, deliveryId }) => ({ params: { id: webhookId, deliveryId } }),
  'webhooks.resend': ({ webhookId, deliveryId }) => ({ params: { id: webhookId, deliveryId } }),
  'webhooks.resendDead': ({ webhookId }) => ({ params: { id: webhookId }, body: { fromUtcMs: 0 } }),
  'webhooks.remove': ({ webhookId }) => ({ params: { id: webhookId } }),
};

export const makeThings: MakeThings<WebhookThings> = async (make, things) => {
  const webhookId = await make('webhooks.create', things);
  return { webhookId, deliveryId: await make('webhooks.test', { ...things, webhookId }) };
};

/** Calls that succeed with a message that nobody took. */
export const needsMore = ['webhooks.resendDead'];
