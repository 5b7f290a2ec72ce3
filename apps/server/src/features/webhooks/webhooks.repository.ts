import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

/** A webhook as it is kept. */
export type WebhookRow = Row<'webhooks'>;

/** A webhook with how much waits for it, and how much became dead letters; counted up to 10,001. */
export interface CountedWebhook extends WebhookRow {
  waitingCount: number;
  deadCount: number;
}

/** Columns that people decide. */
export type WebhookChange = Partial<
  Pick<
    WebhookRow,
    | 'name'
    | 'sealedAddress'
    | 'messageKinds'
    | 'isEnabled'
    | 'offBecause'
    | 'sealedSecret'
    | 'sealedFormerSecret'
    | 'formerUntil'
    | 'failures'
    | 'failingSince'
    | 'restsUntil'
  >
>;

interface Place {
  organizationId: string;
  id: string;
}

const counted = (state: 'waiting' | 'dead') => sql<number>`(select count(*) from (select from webhook_deliveries d
  where d.organization_id = w.organization_id and d.webhook_id = w.id and d.state = ${sql.lit(state)}
    and d.kind <> 'webhook.test' limit 10001) counted)`;

/** Webhooks that people named, by their names; where an id is given that one only, whatever takes its messages. */
export async function listWebhooks(trx: Work, organizationId: string, id?: string): Promise<CountedWebhook[]> {
  return trx
    .selectFrom('webhooks as w')
    .selectAll('w')
    .select([counted('waiting').as('waitingCount'), counted('dead').as('deadCount')])
    .where('w.organizationId', '=', organizationId)
    .$if(id === undefined, (query) => query.where('w.service', '=', 'webhook'))
    .$if(id !== undefined, (query) => query.where('w.id', '=', id ?? ''))
    .orderBy(sql`lower(w.name)`)
    .orderBy('w.id')
    .execute();
}

export async function findWebhook(trx: Work, { organizationId, id }: Place): Promise<WebhookRow | undefined> {
  return trx
    .selectFrom('webhooks')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The same, held until the transaction ends. */
export async function holdWebhook(trx: Work, { organizationId, id }: Place): Promise<WebhookRow | undefined> {
  return trx
    .selectFrom('webhooks')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** How many there are, counted while nobody else adds one. */
export async function countWebhooks(trx: Work, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`webhooks:${organizationId}`}))`.execute(trx);
  const { count } = await trx
    .selectFrom('webhooks')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('organizationId', '=', organizationId)
    .where('service', '=', 'webhook')
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertWebhook(
  trx: Work,
  { organizationId, id }: Place,
  values: Pick<
    WebhookRow,
    'name' | 'service' | 'sealedAddress' | 'messageKinds' | 'isEnabled' | 'sealedSecret' | 'createdBy' | 'createdAt'
  >,
): Promise<void> {
  await trx
    .insertInto('webhooks')
    .values({ organizationId, id, ...values })
    .execute();
}

/** Writes what people changed, as the next revision. */
export async function updateWebhook(trx: Work, { organizationId, id }: Place, values: WebhookChange): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set((row) => ({ ...values, revision: row('revision', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** How a receiver fares; that is no change of the webhook. */
export async function noteReceiver(
  trx: Work,
  { organizationId, id }: Place,
  values: Partial<
    Pick<WebhookRow, 'failures' | 'failingSince' | 'restsUntil' | 'lastDeliveredAt' | 'isEnabled' | 'offBecause'>
  >,
): Promise<void> {
  await trx
    .updateTable('webhooks')
    .set(values)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Takes the turn to be sent to a receiver that takes one after the other; false when somebody else has it. */
export async function takeTurn(
  trx: Work,
  { organizationId, id }: Place,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhooks')
    .set({ restsUntil: new Date(untilMs) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where((row) => row.or([row('restsUntil', 'is', null), row('restsUntil', '<=', new Date(nowMs))]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteWebhook(trx: Work, { organizationId, id }: Place): Promise<void> {
  await trx.deleteFrom('webhooks').where('organizationId', '=', organizationId).where('id', '=', id).execute();
}

/** Webhooks that are to be told of messages of a kind. */
export async function webhooksFor(
  trx: Work,
  organizationId: string,
  kinds: readonly string[],
): Promise<Pick<WebhookRow, 'id' | 'service' | 'messageKinds'>[]> {
  return trx
    .selectFrom('webhooks')
    .select(['id', 'service', 'messageKinds'])
    .where('organizationId', '=', organizationId)
    .where('isEnabled', '=', true)
    .where(sql<boolean>`message_kinds && ${[...kinds]}::text[]`)
    .execute();
}

/** Services that are told as webhooks are: every one of them once. */
export async function listServices(trx: Work, organizationId: string): Promise<WebhookRow[]> {
  return trx
    .selectFrom('webhooks')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('service', '<>', 'webhook')
    .orderBy('service')
    .execute();
}
