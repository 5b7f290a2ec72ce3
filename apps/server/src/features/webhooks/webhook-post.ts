import { AppError } from '@sightline/contracts/shared/errors';
import type { DeliveryAttempt, DeliveryFailure } from '@sightline/contracts/webhooks/webhook';
import type { Clock } from '../../platform/clock/clock.ts';
import { EgressFailure } from '../../platform/egress/egress.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { mailToImmix, type ImmixDeps } from './services/immix-post.ts';
import type { DeliveryRow } from './webhook-deliveries.repository.ts';
import { addressOf, secretsOf } from './webhook-secrets.ts';
import { signedHeaders } from './webhook-signature.ts';
import type { WebhookRow } from './webhooks.repository.ts';

const timeoutMs = 15_000;
/** So much of an answer is read, and so much of it kept for the log. */
const readBytes = 65_536;
const keptLetters = 1_000;
const longestWaitMs = 86_400_000;

/** What bringing a message needs from the rest of the server. */
export interface PostDeps extends ImmixDeps {
  box: SealedBox;
  clock: Clock;
}

/** A place that takes messages, kept already or not yet. */
export type Receiver = Pick<
  WebhookRow,
  'organizationId' | 'id' | 'service' | 'sealedAddress' | 'sealedSecret' | 'sealedFormerSecret' | 'formerUntil'
>;

/** A message as it is brought. */
export type Outgoing = Pick<DeliveryRow, 'id' | 'kind' | 'aboutId' | 'body'>;

/** A try, and how long the receiver asked to be left alone. `end`: it is gone, or will never take this message. */
export interface Posted {
  attempt: DeliveryAttempt;
  waitMs: number | null;
  end: 'gone' | 'refused' | null;
}

/** What the receiver answered. */
interface Answer {
  status: number;
  failure: DeliveryFailure | null;
  answer: string;
  waitMs?: number | null;
  end?: Posted['end'];
}

/** Answers after which nobody asks again. Slack says by the first two that somebody took its webhook away. */
const goneStatuses: Readonly<Record<Receiver['service'], readonly number[]>> = {
  webhook: [410],
  team3: [410],
  slack: [403, 404, 410],
  immix: [],
};

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

/** Brings a message to its receiver once, through the one way out. */
export async function post(deps: PostDeps, receiver: Receiver, message: Outgoing): Promise<Posted> {
  const atUtcMs = deps.clock();
  const beganMs = performance.now();
  const tried = (rest: Pick<DeliveryAttempt, 'status' | 'failure' | 'answer'>): DeliveryAttempt => ({
    atUtcMs,
    durationMs: Math.round(performance.now() - beganMs),
    ...rest,
  });
  try {
    const send = receiver.service === 'immix' ? mail : call;
    const { waitMs = null, end = null, answer, ...said } = await send(deps, receiver, { message, atUtcMs });
    return { attempt: tried({ ...said, answer: shown(answer) }), waitMs, end };
  } catch (error) {
    return { attempt: tried({ status: null, failure: causeOf(error), answer: '' }), waitMs: null, end: null };
  }
}

interface Trying {
  message: Outgoing;
  atUtcMs: number;
}

async function call({ egress, box }: PostDeps, receiver: Receiver, { message, atUtcMs }: Trying): Promise<Answer> {
  const { id, body } = message;
  // Slack knows no signatures: whoever has the address may post.
  const secrets = receiver.service === 'slack' ? null : secretsOf(box, receiver, new Date(atUtcMs));
  const response = await egress.fetch(addressOf(box, receiver), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(secrets && signedHeaders(secrets, { id, atSeconds: Math.floor(atUtcMs / 1000), body })),
    },
    body,
    timeoutMs,
    maxBytes: readBytes,
    cutsAnswer: true,
  });
  const { status, headers } = response;
  return {
    status,
    failure: failureOf(status),
    answer: await response.text(),
    waitMs: waitOf(headers.get('retry-after'), atUtcMs),
    end: goneStatuses[receiver.service].includes(status) ? 'gone' : null,
  };
}

async function mail(deps: PostDeps, receiver: Receiver, { message }: Trying): Promise<Answer> {
  const { organizationId } = receiver;
  const { status, answer } = await mailToImmix(deps, addressOf(deps.box, receiver), { organizationId, ...message });
  // By 4xx a mail server asks to try again, by 5xx it says that it will never take this mail.
  return { status, failure: failureOf(status), answer, end: status >= 500 ? 'refused' : null };
}

function causeOf(error: unknown): DeliveryFailure {
  if (error instanceof EgressFailure) return error.reason === 'answer_too_large' ? 'connection_failed' : error.reason;
  if (error instanceof AppError && error.code === 'address_refused') return 'address_refused';
  throw error;
}
