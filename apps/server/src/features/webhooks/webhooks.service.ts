import { AppError } from '@sightline/contracts/shared/errors';
import { webhookLimits } from '@sightline/contracts/webhooks/webhook-limits';
import type { Delivery, Webhook, WebhookInput, WebhookWithSecret } from '@sightline/contracts/webhooks/webhook';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { AuditActionOf, ChangeWork } from '../../platform/database/changes.ts';
import { isDuplicate, type Work } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import * as deliveries from './webhook-deliveries.repository.ts';
import type { DeliveryDeps } from './webhook-delivery.ts';
import { bodyFor } from './services/service-bodies.ts';
import { post, type Outgoing, type Posted, type Receiver } from './webhook-post.ts';
import { addressOf, sealAddress, sealSecret } from './webhook-secrets.ts';
import { newWebhookSecret } from './webhook-signature.ts';
import { requireOwn } from './webhooks.policy.ts';
import { presentDelivery, presentWebhook, testKind } from './webhooks.presenter.ts';
import * as repository from './webhooks.repository.ts';

const dayMs = 86_400_000;

/** What webhooks need from the rest of the server. */
export type WebhooksDeps = DeliveryDeps;

/** A change of webhooks in hand. */
export interface WebhookTask {
  actor: MemberActor;
  work: ChangeWork;
  organizationId: string;
}

/** Places outside that are told what happens, as administrators keep them. */
export type WebhooksService = ReturnType<typeof createWebhooksService>;

/** Webhooks of an organization, with the log of each; whoever calls has OrganizationEdit. */
export function createWebhooksService(deps: WebhooksDeps) {
  const inside = <T>({ organizationId }: MemberActor, work: (trx: Work) => Promise<T>): Promise<T> =>
    deps.database.withOrganization(organizationId, work);
  const change = <T>(actor: MemberActor, run: (task: WebhookTask) => Promise<T>): Promise<T> =>
    deps.changes
      .run({ organizationId: actor.organizationId, by: actor }, (work) =>
        run({ actor, work, organizationId: actor.organizationId }),
      )
      .catch((error: unknown) => {
        if (isDuplicate(error, 'webhooks_name'))
          throw new AppError('name_taken', { fields: ['name'] }, { cause: error });
        throw error;
      });
  return {
    list: (actor: MemberActor): Promise<Webhook[]> =>
      inside(actor, async (trx) =>
        (await repository.listWebhooks(trx, actor.organizationId)).map((row) => present(deps, row)),
      ),
    get: (actor: MemberActor, id: string): Promise<Webhook> =>
      inside(actor, (trx) => presentById(deps, trx, { organizationId: actor.organizationId, id })),
    create: async (actor: MemberActor, input: WebhookInput): Promise<WebhookWithSecret> => {
      requireOwn(actor, input.messageKinds);
      await deps.egress.check(input.url);
      return change(actor, (task) => create(deps, task, input));
    },
    update: async (actor: MemberActor, id: string, input: WebhookInput & { revision: number }): Promise<Webhook> => {
      requireOwn(actor, input.messageKinds);
      await deps.egress.check(input.url);
      return change(actor, (task) => update(deps, task, { id, input }));
    },
    remove: (actor: MemberActor, id: string): Promise<void> => change(actor, (task) => remove(task, id)),
    rotate: (actor: MemberActor, id: string): Promise<WebhookWithSecret> =>
      change(actor, (task) => rotate(deps, task, id)),
    test: (actor: MemberActor, id: string): Promise<Delivery> => test(deps, actor, id),
  };
}

const present = (deps: WebhooksDeps, row: repository.CountedWebhook): Webhook =>
  presentWebhook(row, shownAddress(row.service, addressOf(deps.box, row)), new Date(deps.clock()));

/** Whoever has the address of a service can post there: only people who name it themselves read it again. */
function shownAddress(service: repository.WebhookRow['service'], address: string): string {
  return service === 'slack' || service === 'team3' ? new URL(address).origin : address;
}

async function presentById(
  deps: WebhooksDeps,
  trx: Work,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<Webhook> {
  const [row] = await repository.listWebhooks(trx, organizationId, id);
  if (!row) throw new AppError('not_found');
  return present(deps, row);
}

/** The audit and open screens hear of the change. Never with the address: it may hold a key. */
export async function tellOfWebhook(
  { work }: WebhookTask,
  { id, action, data }: { id: string; action: AuditActionOf<'webhook'>; data?: Record<string, unknown> },
): Promise<void> {
  await work.audit({ action, entityKind: 'webhook', entityId: id, ...(data ? { data } : {}) });
  await work.announce({ kind: 'webhooks.changed', webhookId: id });
}

const auditOf = ({ name, url, messageKinds, isEnabled }: WebhookInput): Record<string, unknown> => ({
  name,
  host: new URL(url).host,
  messageKinds,
  isEnabled,
});

/** The webhook, held until the transaction ends. */
export async function holdOwn({ work, organizationId }: WebhookTask, id: string): Promise<repository.WebhookRow> {
  const row = await repository.holdWebhook(work.trx, { organizationId, id });
  if (!row) throw new AppError('not_found');
  return row;
}

/** The same for what is changed here; services are installed and uninstalled elsewhere. */
async function holdNamed(
  task: WebhookTask,
  id: string,
  services: readonly repository.WebhookRow['service'][] = ['webhook'],
): Promise<repository.WebhookRow> {
  const row = await holdOwn(task, id);
  if (!services.includes(row.service)) throw new AppError('not_found');
  return row;
}

async function create(deps: WebhooksDeps, task: WebhookTask, input: WebhookInput): Promise<WebhookWithSecret> {
  const { organizationId, work, actor } = task;
  if ((await repository.countWebhooks(work.trx, organizationId)) >= webhookLimits.webhooks)
    throw new AppError('too_many', { limit: webhookLimits.webhooks });
  const place = { organizationId, id: newId() };
  const secret = newWebhookSecret();
  const { name, messageKinds, isEnabled } = input;
  await repository.insertWebhook(work.trx, place, {
    name,
    service: 'webhook',
    messageKinds,
    isEnabled,
    sealedAddress: sealAddress(deps.box, place, input.url),
    sealedSecret: sealSecret(deps.box, place, secret),
    createdBy: actor.userId,
    createdAt: new Date(deps.clock()),
  });
  await tellOfWebhook(task, { id: place.id, action: 'webhook.create', data: auditOf(input) });
  return { ...(await presentById(deps, work.trx, place)), secret };
}

async function update(
  deps: WebhooksDeps,
  task: WebhookTask,
  { id, input }: { id: string; input: WebhookInput & { revision: number } },
): Promise<Webhook> {
  const { organizationId, work } = task;
  const before = await holdNamed(task, id);
  if (before.revision !== input.revision) throw new AppError('conflict', { revision: before.revision });
  const { name, messageKinds, isEnabled, url } = input;
  const isMoved = addressOf(deps.box, before) !== url;
  // What was learned of another place, or before somebody looked after it, says nothing.
  const isFresh = isMoved || (isEnabled && !before.isEnabled);
  await repository.updateWebhook(work.trx, before, {
    name,
    messageKinds,
    isEnabled,
    ...(isMoved ? { sealedAddress: sealAddress(deps.box, before, url) } : {}),
    ...(isFresh ? { failures: 0, failingSince: null, restsUntil: null } : {}),
    ...(isEnabled ? { offBecause: null } : {}),
  });
  if (!isEnabled) {
    const end = { because: 'switched_off' as const, at: new Date(deps.clock()) };
    await deliveries.endWaiting(work.trx, { organizationId, webhookId: id }, end);
  }
  await tellOfWebhook(task, { id, action: 'webhook.update', data: auditOf(input) });
  return presentById(deps, work.trx, before);
}

async function remove(task: WebhookTask, id: string): Promise<void> {
  const row = await holdNamed(task, id);
  await tellOfWebhook(task, { id, action: 'webhook.remove', data: { name: row.name } });
  await repository.deleteWebhook(task.work.trx, row);
}

async function rotate(deps: WebhooksDeps, task: WebhookTask, id: string): Promise<WebhookWithSecret> {
  const before = await holdNamed(task, id, ['webhook', 'team3']);
  requireOwn(task.actor, before.messageKinds);
  const secret = newWebhookSecret();
  const formerUntil = new Date(deps.clock() + dayMs);
  await repository.updateWebhook(task.work.trx, before, {
    sealedSecret: sealSecret(deps.box, before, secret),
    sealedFormerSecret: before.sealedSecret,
    formerUntil,
  });
  await tellOfWebhook(task, { id, action: 'webhook.rotate' });
  return { ...(await presentById(deps, task.work.trx, before)), secret };
}

/** Once, now, and written down when it is over: nobody waits for a test that was cut off. */
async function test(deps: WebhooksDeps, actor: MemberActor, id: string): Promise<Delivery> {
  const { organizationId } = actor;
  const webhook = await deps.database.withOrganization(organizationId, (trx) =>
    repository.findWebhook(trx, { organizationId, id }),
  );
  if (!webhook) throw new AppError('not_found');
  const sent = await sendTest(deps, webhook);
  return deps.changes.run({ organizationId, by: actor }, async (work) => {
    await keepTest(work.trx, deps, { webhook, sent });
    const { status } = sent.posted.attempt;
    await work.audit({ action: 'webhook.test', entityKind: 'webhook', entityId: id, data: { status } });
    const kept = await deliveries.findDelivery(work.trx, organizationId, { id: sent.message.id });
    if (!kept) throw new AppError('not_found');
    return presentDelivery(kept);
  });
}

/** A test with what came of it. */
export interface SentTest {
  message: Outgoing;
  posted: Posted;
}

/** Sends a message of the kind `webhook.test` now, once. */
export async function sendTest(deps: WebhooksDeps, receiver: Receiver & { name: string }): Promise<SentTest> {
  const id = newId();
  const data = { webhookId: receiver.id, name: receiver.name };
  const body = bodyFor(receiver.service, { kind: testKind, atUtcMs: deps.clock(), data, url: null });
  const message = { id, kind: testKind, aboutId: id, body };
  return { message, posted: await post(deps, receiver, message) };
}

/** Writes a test down in the log of its webhook. */
export async function keepTest(
  trx: Work,
  { clock }: Pick<WebhooksDeps, 'clock'>,
  { webhook, sent: { message, posted } }: { webhook: Pick<Receiver, 'organizationId' | 'id'>; sent: SentTest },
): Promise<void> {
  const { attempt } = posted;
  const state = attempt.failure === null ? ('delivered' as const) : ('dead' as const);
  const tried = { isUrgent: false, tries: 1, attempts: [attempt], state, nextAt: null };
  await deliveries.insertDeliveries(trx, webhook.organizationId, [
    { ...message, ...tried, webhookId: webhook.id, createdAt: new Date(attempt.atUtcMs), endedAt: new Date(clock()) },
  ]);
}
