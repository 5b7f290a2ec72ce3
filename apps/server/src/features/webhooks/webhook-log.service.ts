import type { Delivery, DeliveryDetail } from '@sightline/contracts/webhooks/webhook';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import { pageRequest, toPage } from '../../platform/database/page.ts';
import * as deliveries from './webhook-deliveries.repository.ts';
import { queueDeliveries } from './webhook-outbox.ts';
import { maySee } from './webhooks.policy.ts';
import { presentDelivery, presentDetail, testKind } from './webhooks.presenter.ts';
import * as repository from './webhooks.repository.ts';
import { holdOwn, tellOfWebhook, type WebhooksDeps, type WebhookTask } from './webhooks.service.ts';

/** Dead letters that are sent again at once. */
const resentAtMost = 10_000;

interface LogQuery {
  limit: number;
  cursor?: string | undefined;
  state?: deliveries.DeliveryState | undefined;
}

/** What was told to webhooks, and what is told again. */
export type WebhookLogService = ReturnType<typeof createWebhookLogService>;

/** The logs of webhooks; whoever calls has OrganizationEdit. */
export function createWebhookLogService(deps: WebhooksDeps) {
  const inside = <T>({ organizationId }: MemberActor, work: (trx: Work) => Promise<T>): Promise<T> =>
    deps.database.withOrganization(organizationId, work);
  const change = <T>(actor: MemberActor, run: (task: WebhookTask) => Promise<T>): Promise<T> => {
    const { organizationId } = actor;
    return deps.changes.run({ organizationId, by: actor }, (work) => run({ actor, work, organizationId }));
  };
  return {
    deliveries: (actor: MemberActor, id: string, query: LogQuery): Promise<Page<Delivery>> =>
      inside(actor, (trx) => log(trx, { organizationId: actor.organizationId, webhookId: id }, query)),
    delivery: (actor: MemberActor, webhookId: string, id: string): Promise<DeliveryDetail> =>
      inside(actor, async (trx) => {
        const row = await deliveries.findDelivery(trx, actor.organizationId, { id, webhookId });
        if (!row) throw new AppError('not_found');
        return presentDetail(row, row.kind === testKind || maySee(actor, row.kind) ? row.body : null);
      }),
    resend: (actor: MemberActor, webhookId: string, id: string): Promise<Delivery> =>
      change(actor, async (task) => {
        const count = await resend(deps, task, { webhookId, which: { id } });
        const row = await deliveries.findDelivery(task.work.trx, task.organizationId, { id, webhookId });
        if (!row || count === 0) throw new AppError('not_found');
        return presentDelivery(row);
      }),
    resendDead: (
      actor: MemberActor,
      webhookId: string,
      { fromUtcMs, toUtcMs }: { fromUtcMs?: number | undefined; toUtcMs?: number | undefined },
    ): Promise<number> => {
      const time = (utcMs: number | undefined): Date | null => (utcMs === undefined ? null : new Date(utcMs));
      const which = { from: time(fromUtcMs), to: time(toUtcMs), most: resentAtMost };
      return change(actor, (task) => resend(deps, task, { webhookId, which }));
    },
  };
}

async function log(
  trx: Work,
  place: { organizationId: string; webhookId: string },
  query: LogQuery,
): Promise<Page<Delivery>> {
  if (!(await repository.findWebhook(trx, { organizationId: place.organizationId, id: place.webhookId })))
    throw new AppError('not_found');
  const page = pageRequest(query);
  if (page.after !== null && !/^\d{1,18}$/.test(page.after.key))
    throw new AppError('validation_failed', { fields: ['cursor'] });
  const { rows, total } = await deliveries.listDeliveries(trx, place, { page, state: query.state });
  const { items, nextCursor } = toPage(rows, page, ({ position, id }) => ({ key: String(position), id }));
  return { items: items.map(presentDelivery), nextCursor, total };
}

/** Answers how many wait again. */
async function resend(
  deps: WebhooksDeps,
  task: WebhookTask,
  { webhookId, which }: { webhookId: string; which: Parameters<typeof deliveries.reviveDeliveries>[2] },
): Promise<number> {
  const { organizationId, work } = task;
  const webhook = await holdOwn(task, webhookId);
  if (!webhook.isEnabled) throw new AppError('webhook_off');
  const revived = await deliveries.reviveDeliveries(work.trx, { organizationId, webhookId }, which);
  if (revived.length === 0) return 0;
  // Whoever sends again has looked after the receiver.
  await repository.noteReceiver(work.trx, webhook, { failures: 0, restsUntil: null });
  await queueDeliveries(work.trx, deps.jobs, { organizationId, deliveries: revived, isAgain: true });
  await tellOfWebhook(task, { id: webhookId, action: 'webhook.resend', data: { count: revived.length } });
  return revived.length;
}
