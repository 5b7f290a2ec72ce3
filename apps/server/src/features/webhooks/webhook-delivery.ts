import type { DeliveryFailure } from '@sightline/contracts/webhooks/webhook';
import { nobody, type Changes, type ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { JobEnd } from '../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../platform/jobs/jobs.ts';
import * as deliveries from './webhook-deliveries.repository.ts';
import { webhookJobs } from './webhook-outbox.ts';
import { post, type PostDeps, type Posted } from './webhook-post.ts';
import { findWebhook, holdWebhook, noteReceiver, takeTurn, type WebhookRow } from './webhooks.repository.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
/** Pauses after each try, about a day in all; each is a fifth longer or shorter by chance, so that not all come at once. */
const pausesMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  6 * hourMs,
  14 * hourMs,
];
/** A receiver that failed so often in a row is left alone for a while, longer each time. */
const failuresAtMost = 5;
const restMs = { from: 30 * secondMs, to: 10 * minuteMs };
/** A receiver that took nothing for so long is not asked any more. */
const failingAtMostMs = 24 * hourMs;
/** What waits for the message before it looks again after this. */
const behindMs = secondMs;
/** Slack takes about one message a second. */
const paceMs: Partial<Record<WebhookRow['service'], number>> = { slack: secondMs };

/** What bringing messages needs from the rest of the server. */
export interface DeliveryDeps extends PostDeps {
  database: Database;
  changes: Changes;
  jobs: Jobs;
}

/** Brings messages to webhooks, in every server process. */
export const startWebhookDeliveries = (deps: DeliveryDeps): Promise<Worker> =>
  deps.jobs.work(webhookJobs, { atOnce: 8, everySeconds: 2 }, ({ data }) =>
    deliver(deps, data.organizationId, data.deliveryId),
  );

type Ready = { delivery: deliveries.DeliveryRow; webhook: WebhookRow };

/** No transaction is open while the receiver is asked. Whoever is cut off after that asks again, under the same id. */
async function deliver(deps: DeliveryDeps, organizationId: string, id: string): Promise<JobEnd | undefined> {
  const ready = await prepare(deps, organizationId, id);
  if (ready === undefined || 'kind' in ready) return ready;
  const posted = await post(deps, ready.webhook, ready.delivery);
  return deps.changes.run({ organizationId, by: nobody }, (work) => settle(deps, work, { ...ready, posted }));
}

const later = (atMs: number, reason: string): JobEnd => ({ kind: 'later', atMs, reason });

/** What is to be sent now; or when to look again, where it is not its turn; undefined when there is nothing to do. */
function prepare(deps: DeliveryDeps, organizationId: string, id: string): Promise<Ready | JobEnd | undefined> {
  const nowMs = deps.clock();
  return deps.database.withOrganization(organizationId, async (trx) => {
    const delivery = await deliveries.findDelivery(trx, organizationId, { id });
    if (delivery?.state !== 'waiting') return undefined;
    const { webhookId, nextAt } = delivery;
    const webhook = await findWebhook(trx, { organizationId, id: webhookId });
    if (!webhook) return undefined;
    const pause = paceMs[webhook.service];
    if (!webhook.isEnabled) {
      const end = { because: 'switched_off' as const, at: new Date(nowMs) };
      await deliveries.endWaiting(trx, { organizationId, webhookId }, end);
      return undefined;
    }
    const dueMs = Math.max(nextAt?.getTime() ?? 0, webhook.restsUntil?.getTime() ?? 0);
    if (dueMs > nowMs) {
      await deliveries.postpone(trx, organizationId, { id, nextAt: new Date(dueMs) });
      return later(dueMs, 'its receiver is left alone for a while');
    }
    const earlier = await deliveries.earlierOne(trx, organizationId, delivery);
    if (earlier) return later(Math.max(nowMs, earlier.nextAt?.getTime() ?? 0) + behindMs, 'another one goes before it');
    // Whoever takes the turn moves the next one on; of two at once one comes too late.
    if (pause !== undefined && !(await takeTurn(trx, webhook, { nowMs, untilMs: nowMs + pause })))
      return later(nowMs + pause, 'its receiver takes one after the other');
    return { delivery, webhook };
  });
}

interface Settling extends Ready {
  posted: Posted;
}

/** Writes down what became of a try, and how the receiver fares. */
async function settle(deps: DeliveryDeps, work: ChangeWork, said: Settling): Promise<JobEnd | undefined> {
  const { delivery, posted } = said;
  const { organizationId, webhookId } = delivery;
  const webhook = await holdWebhook(work.trx, { organizationId, id: webhookId });
  if (!webhook) return undefined;
  const at = new Date(deps.clock());
  const tried = { attempt: posted.attempt, at, nextAt: null };
  if (posted.attempt.failure === null) {
    const end = { state: 'delivered' as const, because: null };
    await deliveries.noteTry(work.trx, organizationId, { id: delivery.id, tried: { ...tried, end } });
    await recovered(work, webhook, at);
    return undefined;
  }
  const nextMs = at.getTime() + pauseOf(delivery.tries, posted.waitMs);
  const isLast = delivery.tries >= pausesMs.length;
  const isRefused = posted.end === 'refused';
  const offBecause = offBecauseOf(webhook, posted, at);
  const dead = isRefused ? ('status_refused' as const) : isLast ? ('given_up' as const) : null;
  const because: DeliveryFailure | null = offBecause === null ? dead : endOf[offBecause];
  const end = because === null ? null : { state: 'dead' as const, because };
  const nextAt = end === null ? new Date(nextMs) : null;
  await deliveries.noteTry(work.trx, organizationId, { id: delivery.id, tried: { ...tried, end, nextAt } });
  await failed(work, webhook, { at, posted, offBecause });
  return end === null ? later(nextMs, posted.attempt.failure) : undefined;
}

/** How long a message waits after a try; what the receiver asks for is given. */
function pauseOf(tries: number, askedMs: number | null): number {
  const pauseMs = pausesMs[Math.min(tries, pausesMs.length - 1)] ?? 0;
  return Math.max(pauseMs * (0.8 + Math.random() * 0.4), askedMs ?? 0);
}

/** What becomes of messages to a receiver that was switched off. */
const endOf = { gone: 'receiver_gone', failing: 'switched_off' } as const;

function offBecauseOf(webhook: WebhookRow, { end }: Posted, at: Date): WebhookRow['offBecause'] {
  if (end === 'gone') return 'gone';
  const sinceMs = webhook.failingSince?.getTime();
  return sinceMs !== undefined && at.getTime() - sinceMs >= failingAtMostMs ? 'failing' : null;
}

async function recovered(work: ChangeWork, webhook: WebhookRow, at: Date): Promise<void> {
  const pause = paceMs[webhook.service];
  const restsUntil = pause === undefined ? null : webhook.restsUntil;
  await noteReceiver(work.trx, webhook, { lastDeliveredAt: at, failures: 0, failingSince: null, restsUntil });
  if (webhook.failingSince !== null) await work.announce({ kind: 'webhooks.changed', webhookId: webhook.id });
}

async function failed(
  work: ChangeWork,
  webhook: WebhookRow,
  { at, posted, offBecause }: { at: Date; posted: Posted; offBecause: WebhookRow['offBecause'] },
): Promise<void> {
  const { organizationId, id: webhookId } = webhook;
  const failures = webhook.failures + 1;
  const beyond = failures - failuresAtMost;
  const pauseMs =
    beyond < 0 ? (paceMs[webhook.service] ?? 0) : Math.min(restMs.from * 2 ** Math.min(beyond, 10), restMs.to);
  const restsUntilMs = at.getTime() + Math.max(pauseMs, posted.waitMs ?? 0);
  await noteReceiver(work.trx, webhook, {
    failures,
    failingSince: webhook.failingSince ?? at,
    restsUntil: restsUntilMs > at.getTime() ? new Date(restsUntilMs) : null,
    ...(offBecause === null ? {} : { isEnabled: false, offBecause }),
  });
  if (offBecause !== null) {
    await deliveries.endWaiting(work.trx, { organizationId, webhookId }, { because: endOf[offBecause], at });
    await work.audit({
      action: 'webhook.switchOff',
      entityKind: 'webhook',
      entityId: webhookId,
      data: { because: offBecause },
    });
  }
  if (offBecause !== null || webhook.failingSince === null)
    await work.announce({ kind: 'webhooks.changed', webhookId });
}
