import { AppError } from '@sightline/contracts/shared/errors';
import { alertMessageKinds } from '@sightline/contracts/alerts/alert-message-kinds';
import type { MessageKind } from '@sightline/contracts/webhooks/message-kinds';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import { isDuplicate, type Work } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { SealedBox } from '../../../platform/secrets/sealed-box.ts';
import { addressOf, sealAddress, sealSecret } from '../webhook-secrets.ts';
import { newWebhookSecret } from '../webhook-signature.ts';
import { requireOwn } from '../webhooks.policy.ts';
import * as repository from '../webhooks.repository.ts';
import { keepTest, sendTest, tellOfWebhook, type SentTest, type WebhooksDeps } from '../webhooks.service.ts';

/** A service that is told as a webhook is. */
export type WebhookService = Exclude<repository.WebhookRow['service'], 'webhook'>;

/** What an administrator says of a service: `smtp://host:port` for Immix, an address of the web for the others. */
export interface ServiceInput {
  service: WebhookService;
  address: string;
  name: string;
}

/** A service as an organization has it. `address` is what it is reached with: it stays on the server. */
export interface ServiceWebhook {
  service: WebhookService;
  webhookId: string;
  createdAt: Date;
  /** The id of the user. */
  createdBy: string;
  failingSince: Date | null;
  /** The server sends nothing more. */
  isOff: boolean;
  address: string;
}

const everyKind = Object.keys(alertMessageKinds) as MessageKind[];

/** What each is told: programs everything, a channel what people have to know, a control centre alarms. */
const kindsOf: Readonly<Record<WebhookService, MessageKind[]>> = {
  team3: everyKind,
  slack: ['alert.opened', 'alert.handled'],
  immix: ['alert.opened'],
};

/**
 * Installs a service once a first message got there; nothing is kept before. Its secret signs what Team3 is told. Throws
 * `grant_exceeds_own`, `address_refused`, `integration_installed`, and `integration_unreachable` with what was answered.
 */
export async function installService(
  deps: WebhooksDeps,
  actor: MemberActor,
  { service, address, name }: ServiceInput,
): Promise<{ webhookId: string; secret: string }> {
  requireOwn(actor, everyKind);
  await deps.egress.check(address);
  const { organizationId } = actor;
  await deps.database.withOrganization(organizationId, (trx) => requireNone(trx, organizationId, service));
  const place = { organizationId, id: newId() };
  const secret = newWebhookSecret();
  const webhook = {
    ...place,
    name,
    service,
    sealedAddress: sealAddress(deps.box, place, address),
    sealedSecret: sealSecret(deps.box, place, secret),
    sealedFormerSecret: null,
    formerUntil: null,
  };
  const sent = await sendTest(deps, webhook);
  requireTaken(sent);
  const messageKinds = kindsOf[service];
  await deps.changes
    .run({ organizationId, by: actor }, async (work) => {
      const { sealedAddress, sealedSecret } = webhook;
      const createdAt = new Date(deps.clock());
      const values = { name, service, sealedAddress, sealedSecret, messageKinds, createdBy: actor.userId, createdAt };
      await repository.insertWebhook(work.trx, place, { ...values, isEnabled: true });
      await keepTest(work.trx, deps, { webhook, sent });
      const data = { name, service, host: new URL(address).host, messageKinds };
      await tellOfWebhook({ actor, work, organizationId }, { id: place.id, action: 'webhook.create', data });
    })
    .catch((error: unknown) => {
      if (isDuplicate(error, 'webhooks_service')) throw new AppError('integration_installed', {}, { cause: error });
      throw error;
    });
  return { webhookId: place.id, secret };
}

async function requireNone(trx: Work, organizationId: string, service: WebhookService): Promise<void> {
  const installed = await repository.listServices(trx, organizationId);
  if (installed.some((row) => row.service === service)) throw new AppError('integration_installed');
}

/** Throws unless the first message was taken. */
function requireTaken({ posted }: SentTest): void {
  const { failure, status, answer } = posted.attempt;
  if (failure === null) return;
  if (failure === 'address_refused') throw new AppError('address_refused');
  const detail = status === null ? failure : [status, answer.split('\n', 1)[0]?.slice(0, 200)].join(' ').trim();
  throw new AppError('integration_unreachable', { detail });
}

/** Uninstalls a service; what waits for it is not sent any more. Throws `integration_not_installed`. */
export async function removeService(deps: WebhooksDeps, actor: MemberActor, service: WebhookService): Promise<void> {
  const { organizationId } = actor;
  await deps.changes.run({ organizationId, by: actor }, async (work) => {
    const installed = await repository.listServices(work.trx, organizationId);
    const row = installed.find((one) => one.service === service);
    if (!row) throw new AppError('integration_not_installed');
    const data = { name: row.name, service };
    await tellOfWebhook({ actor, work, organizationId }, { id: row.id, action: 'webhook.remove', data });
    await repository.deleteWebhook(work.trx, row);
  });
}

/** The services that an organization has. */
export async function serviceWebhooks(trx: Work, box: SealedBox, organizationId: string): Promise<ServiceWebhook[]> {
  const rows = await repository.listServices(trx, organizationId);
  return rows.flatMap((row) => {
    const { service, id: webhookId, createdAt, createdBy, failingSince, isEnabled } = row;
    if (service === 'webhook') return [];
    const address = addressOf(box, row);
    return [{ service, webhookId, createdAt, createdBy, failingSince, isOff: !isEnabled, address }];
  });
}
