import { webhooksCalls } from '@sightline/contracts/webhooks/webhooks.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads webhooks again when one was made, changed or deleted, and when its receiver began or ceased to fail. */
export const startLive = (): (() => void) => {
  const { list, get, deliveries } = webhooksCalls;
  return onEvent('webhooks.changed', ({ webhookId }) => {
    refreshSoon(callKey(list));
    refreshSoon(callKey(get, { params: { id: webhookId } }));
    refreshSoon(callKey(deliveries));
  });
};
