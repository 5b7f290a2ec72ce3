import { AppError } from '@sightline/contracts/shared/errors';
import type { DeliveryAttempt, DeliveryFailure } from '@sightline/contracts/webhooks/webhook';
import type { Clock } from '../../platform/clock/clock.ts';
import { EgressFailure, type Egress } from '../../platform/egress/egress.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { addressOf, secretsOf } from './webhook-secrets.ts';
import { signedHeaders } from './webhook-signature.ts';
import type { WebhookRow } from './webhooks.repository.ts';

const timeoutMs = 15_000;
/** So much of an answer is read, and so much of it kept for the log. */
const readBytes = 65_536;
const keptLetters = 1_000;
const longestWaitMs = 86_400_000;

/** What bringing a message needs from the rest of the server. */
export interface PostDeps {
  egress: Egress;
  box: SealedBox;
  clock: Clock;
}

/** A try, and how long the receiver asked to be left alone. */
export interface Posted {
  attempt: DeliveryAttempt;
  waitMs: number | null;
}

/** As text that a database keeps: no zero bytes, nothing that is cut in the middle of a letter. */
const shown = (text: string): string => text.slice(0, keptLetters).toWellFormed().replaceAll('\0', '');

function waitOf(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const waitMs = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), longestWaitMs) : null;
}

function failureOf(status: number): DeliveryFailure | null {
  if (status >= 200 && status < 300) return null;
  // Where a redirect leads was not typed by anybody here.
  return status >= 300 && status < 400 ? 'redirected' : 'status_refused';
}

/** Brings a message to a webhook once, through the one way out. */
export async function post(
  { egress, box, clock }: PostDeps,
  row: WebhookRow,
  { id, body }: { id: string; body: string },
): Promise<Posted> {
  const atUtcMs = clock();
  const beganMs = performance.now();
  const tried = (rest: Pick<DeliveryAttempt, 'status' | 'failure' | 'answer'>): DeliveryAttempt => ({
    atUtcMs,
    durationMs: Math.round(performance.now() - beganMs),
    ...rest,
  });
  const secrets = secretsOf(box, row, new Date(atUtcMs));
  const signed = signedHeaders(secrets, { id, atSeconds: Math.floor(atUtcMs / 1000), body });
  try {
    const response = await egress.fetch(addressOf(box, row), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed },
      body,
      timeoutMs,
      maxBytes: readBytes,
      cutsAnswer: true,
    });
    const { status, headers } = response;
    const answer = shown(await response.text());
    return {
      attempt: tried({ status, failure: failureOf(status), answer }),
      waitMs: waitOf(headers.get('retry-after'), atUtcMs),
    };
  } catch (error) {
    return { attempt: tried({ status: null, failure: causeOf(error), answer: '' }), waitMs: null };
  }
}

function causeOf(error: unknown): DeliveryFailure {
  if (error instanceof EgressFailure) return error.reason === 'answer_too_large' ? 'connection_failed' : error.reason;
  if (error instanceof AppError && error.code === 'address_refused') return 'address_refused';
  throw error;
}
