import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams, utcMs } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { delivery, deliveryDetail, webhook, webhookInput, webhookWithSecret } from './webhook.ts';

const deliveryParams = z.object({ id, deliveryId: id });

export const webhooksCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/webhooks',
    permission: 'OrganizationEdit',
    summary: 'Lists the webhooks of the organization by their names.',
    output: z.object({ items: z.array(webhook) }),
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/webhooks/{id}',
    permission: 'OrganizationEdit',
    summary: 'Answers one webhook.',
    params: idParams,
    output: webhook,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/webhooks',
    permission: 'OrganizationEdit',
    summary:
      'Adds a webhook. Its secret is answered only now. Demands what one needs to see the messages oneself, on the whole organization.',
    body: webhookInput,
    output: webhookWithSecret,
    status: 201,
    errors: ['address_refused', 'name_taken', 'too_many', 'grant_exceeds_own'],
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/v1/webhooks/{id}',
    permission: 'OrganizationEdit',
    summary: 'Changes a webhook; what waits goes where it leads then. Demands what making it does.',
    params: idParams,
    body: webhookInput.extend({ revision: z.number().int() }),
    output: webhook,
    errors: ['address_refused', 'name_taken', 'conflict', 'grant_exceeds_own'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/webhooks/{id}',
    permission: 'OrganizationEdit',
    summary: 'Deletes a webhook with its log and what waits.',
    params: idParams,
    output: z.object({}),
  }),
  rotate: defineCall({
    method: 'POST',
    path: '/api/v1/webhooks/{id}/rotate',
    permission: 'OrganizationEdit',
    summary: 'Makes a new secret, which is answered only now. For a day messages are signed by the former one as well.',
    params: idParams,
    output: webhookWithSecret,
    errors: ['grant_exceeds_own'],
  }),
  test: defineCall({
    method: 'POST',
    path: '/api/v1/webhooks/{id}/test',
    permission: 'OrganizationEdit',
    summary: 'Sends a message of the kind `webhook.test` now, once, and answers what came of it.',
    params: idParams,
    output: delivery,
    status: 201,
    errors: ['rate_limited'],
  }),
  deliveries: defineCall({
    method: 'GET',
    path: '/api/v1/webhooks/{id}/deliveries',
    permission: 'OrganizationEdit',
    summary: 'Lists the messages of a webhook, newest first. They are kept for 30 days.',
    params: idParams,
    query: pageQuery.extend({ state: z.enum(['waiting', 'delivered', 'dead']).optional() }),
    output: listOf(delivery),
  }),
  delivery: defineCall({
    method: 'GET',
    path: '/api/v1/webhooks/{id}/deliveries/{deliveryId}',
    permission: 'OrganizationEdit',
    summary: 'Answers one message with its tries and, for whoever may see what it is about, what is sent.',
    params: deliveryParams,
    output: deliveryDetail,
  }),
  resend: defineCall({
    method: 'POST',
    path: '/api/v1/webhooks/{id}/deliveries/{deliveryId}/resend',
    permission: 'OrganizationEdit',
    summary: 'Sends one message again, under the id that its receiver may know. One that waits goes now.',
    params: deliveryParams,
    output: delivery,
    errors: ['webhook_off'],
  }),
  resendDead: defineCall({
    method: 'POST',
    path: '/api/v1/webhooks/{id}/resend',
    permission: 'OrganizationEdit',
    summary:
      'Sends the dead letters of a time again, at most 10,000 at once, the oldest first; without times all of them.',
    params: idParams,
    body: z.object({ fromUtcMs: utcMs.optional(), toUtcMs: utcMs.optional() }),
    output: z.object({ count: z.number().int() }),
    errors: ['webhook_off'],
  }),
};
