import { z } from 'zod';
import { id, name, utcMs } from '../shared/ids.ts';
import { messageKindList } from './message-kinds.ts';
import { webhookLimits } from './webhook-limits.ts';

/** One of the things that can be told. */
export const messageKind = z.enum(messageKindList);

/** `https:`, or `http:` where whoever runs the server allows it. User and password belong to no address: it is shown. */
const address = z
  .url({ protocol: /^https?$/ })
  .max(webhookLimits.address)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    return url !== null && url.username === '' && url.password === '';
  }, 'without user and password');

const kinds = z
  .array(messageKind)
  .min(1)
  .max(messageKindList.length)
  .transform((chosen) => [...new Set(chosen)]);

/** What an administrator says of a webhook. */
export const webhookInput = z.object({ name, url: address, messageKinds: kinds, isEnabled: z.boolean().default(true) });

/** Why nothing came of a try, or why a message is not tried any more. */
export const deliveryFailure = z.enum([
  // of a try
  'dns_failed',
  'connection_failed',
  'tls_failed',
  'timed_out',
  'address_refused',
  'status_refused',
  'redirected',
  // of a message
  'given_up',
  'receiver_gone',
  'switched_off',
  'too_many_waiting',
]);

/** A place outside that is told what happens. */
export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  messageKinds: z.array(messageKind),
  isEnabled: z.boolean(),
  /** Why the server switched it off: the receiver answered 410, or took nothing for a day. */
  offBecause: z.enum(['gone', 'failing']).nullable(),
  /** Since when the receiver took nothing; null while it does, and before anything was sent. */
  failingSinceUtcMs: utcMs.nullable(),
  lastDeliveredUtcMs: utcMs.nullable(),
  /** Messages that wait, and dead letters: counting stops at 10,001. */
  waitingCount: z.number().int(),
  deadCount: z.number().int(),
  /** Until then the secret from before the last rotation signs as well. */
  formerSecretUntilUtcMs: utcMs.nullable(),
  revision: z.number().int(),
});

/** A webhook with its secret, which is answered only when it is made. */
export const webhookWithSecret = webhook.extend({
  secret: z.string().describe('`whsec_` and base64, as Standard Webhooks has it'),
});

/** One try to bring a message. */
export const deliveryAttempt = z.object({
  atUtcMs: utcMs,
  durationMs: z.number().int(),
  /** What the receiver answered; null when it did not. */
  status: z.number().int().nullable(),
  failure: deliveryFailure.nullable(),
  /** How the answer begins. */
  answer: z.string(),
});

/** A message on its way, as the log shows it. */
export const delivery = z.object({
  /** What the receiver is told as `webhook-id`: the same with every try. */
  id,
  kind: z.string(),
  isTest: z.boolean(),
  state: z.enum(['waiting', 'delivered', 'dead']),
  createdUtcMs: utcMs,
  endedUtcMs: utcMs.nullable(),
  nextUtcMs: utcMs.nullable(),
  tries: z.number().int(),
  deadBecause: deliveryFailure.nullable(),
  last: deliveryAttempt.nullable(),
});

/** The same with every try that is kept, and what is sent. */
export const deliveryDetail = delivery.extend({
  attempts: z.array(deliveryAttempt),
  /** Null for whoever may not see what it is about. */
  body: z.string().nullable(),
});

export type Webhook = z.infer<typeof webhook>;
export type WebhookWithSecret = z.infer<typeof webhookWithSecret>;
export type WebhookInput = z.infer<typeof webhookInput>;
export type Delivery = z.infer<typeof delivery>;
export type DeliveryDetail = z.infer<typeof deliveryDetail>;
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>;
export type DeliveryFailure = z.infer<typeof deliveryFailure>;
