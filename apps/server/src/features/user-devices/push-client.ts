import type { PushSubscriptionInput } from '@sightline/contracts/user-devices/user-device';
import { AppError } from '@sightline/contracts/shared/errors';
import webPush from 'web-push';
import type { VapidKeys } from '../../platform/auth/vapid-keys.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { EgressFailure, type Egress, type EgressRequest } from '../../platform/egress/egress.ts';
import type { PushMessage } from './push-texts.ts';

/** A message that was not taken within this time is not shown late. */
export const messageLifeMs = 3_600_000;
const longestWaitMs = 3_600_000;

/** What a push service made of a message. `gone`: the subscription is no more. */
export type PushOutcome =
  | { kind: 'delivered' }
  | { kind: 'gone' }
  | { kind: 'later'; reason: string; afterMs: number | null }
  | { kind: 'refused'; reason: string };

export interface PushDeps {
  egress: Egress;
  vapid: VapidKeys;
  /** Whom a push service may ask about our messages: `mailto:` or `https:`. */
  contact: string;
  clock: Clock;
}

function waitOf(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const afterMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(afterMs) ? Math.min(Math.max(afterMs, 0), longestWaitMs) : null;
}

/** Encrypts a message for one browser and brings it to its push service, through the one way out. */
export async function push(
  deps: PushDeps,
  subscription: PushSubscriptionInput,
  { message, lifeMs = messageLifeMs }: { message: PushMessage; lifeMs?: number },
): Promise<PushOutcome> {
  const request = requestOf(deps, subscription, { message, lifeMs });
  if (!request) return { kind: 'refused', reason: 'the keys of the subscription are not valid' };
  try {
    const response = await deps.egress.fetch(subscription.endpoint, request);
    return outcomeOf(response, deps.clock());
  } catch (error) {
    if (error instanceof EgressFailure) return { kind: 'later', reason: error.reason, afterMs: null };
    if (error instanceof AppError) return { kind: 'refused', reason: error.code };
    throw error;
  }
}

/** The encrypted message with its proof of origin; null for keys that are no keys. */
function requestOf(
  { vapid, contact }: PushDeps,
  subscription: PushSubscriptionInput,
  { message, lifeMs }: { message: PushMessage; lifeMs: number },
): EgressRequest | null {
  const { publicKey, privateKey } = vapid;
  const options = {
    vapidDetails: { subject: contact, publicKey, privateKey },
    TTL: Math.ceil(lifeMs / 1000),
    urgency: message.urgency ?? ('high' as const),
  };
  try {
    const { method, headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(message), options);
    return {
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: body as Buffer,
    };
  } catch (error) {
    // The library throws errors of its own for keys of a wrong length, those of OpenSSL for points that are on no curve.
    if (error instanceof Error) return null;
    throw error;
  }
}

function outcomeOf({ status, headers }: Response, nowMs: number): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const reason = `push service answered ${status}`;
  return status === 429 || status >= 500
    ? { kind: 'later', reason, afterMs: waitOf(headers.get('retry-after'), nowMs) }
    : { kind: 'refused', reason };
}
