import type { DeliveryAttempt, DeliveryFailure } from '@sightline/contracts/webhooks/webhook';
import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import { countUpTo, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

/** A message on its way to one webhook. */
export type DeliveryRow = Row<'webhookDeliveries'>;

/** So many tries are kept of one message. */
const attemptsKept = 20;

interface Place {
  organizationId: string;
  webhookId: string;
}

export type NewDelivery = Pick<
  DeliveryRow,
  'id' | 'webhookId' | 'kind' | 'aboutId' | 'body' | 'isUrgent' | 'state' | 'createdAt' | 'endedAt' | 'nextAt'
> & { attempts: readonly DeliveryAttempt[]; tries: number };

/** Writes messages down; answers those that were not there before. */
export async function insertDeliveries(
  trx: Work,
  organizationId: string,
  deliveries: readonly NewDelivery[],
): Promise<{ id: string; webhookId: string; aboutId: string }[]> {
  if (deliveries.length === 0) return [];
  return trx
    .insertInto('webhookDeliveries')
    .values(deliveries.map((row) => ({ ...row, organizationId, attempts: JSON.stringify(row.attempts) })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'webhookId', 'aboutId'])
    .execute();
}

export async function findDelivery(
  trx: Work,
  organizationId: string,
  { id, webhookId }: { id: string; webhookId?: string },
): Promise<DeliveryRow | undefined> {
  return trx
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .$if(webhookId !== undefined, (query) => query.where('webhookId', '=', webhookId ?? ''))
    .executeTakeFirst();
}

/** When the message before this one about the same thing is tried next; undefined when none waits. */
export async function earlierOne(
  trx: Work,
  organizationId: string,
  { webhookId, aboutId, position }: Pick<DeliveryRow, 'webhookId' | 'aboutId' | 'position'>,
): Promise<{ nextAt: Date | null } | undefined> {
  return trx
    .selectFrom('webhookDeliveries')
    .select('nextAt')
    .where('organizationId', '=', organizationId)
    .where('webhookId', '=', webhookId)
    .where('aboutId', '=', aboutId)
    .where('state', '=', 'waiting')
    .where('position', '<', position)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
}

/** What became of a try. */
export interface Tried {
  attempt: DeliveryAttempt;
  /** Null: it waits on, until `nextAt`. */
  end: { state: 'delivered' | 'dead'; because: DeliveryFailure | null } | null;
  nextAt: Date | null;
  at: Date;
}

/** Notes a try of a message that waits; one that no longer does is let be. */
export async function noteTry(
  trx: Work,
  organizationId: string,
  { id, tried: { attempt, end, nextAt, at } }: { id: string; tried: Tried },
): Promise<void> {
  await trx
    .updateTable('webhookDeliveries')
    .set((row) => ({
      tries: row('tries', '+', 1),
      attempts: sql<string>`(case when jsonb_array_length(attempts) >= ${attemptsKept} then attempts - 0 else attempts end)
        || ${JSON.stringify([attempt])}::jsonb`,
      nextAt,
      ...(end === null ? {} : { state: end.state, deadBecause: end.because, endedAt: at }),
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** It waits on without having been tried. */
export async function postpone(
  trx: Work,
  organizationId: string,
  { id, nextAt }: { id: string; nextAt: Date },
): Promise<void> {
  await trx
    .updateTable('webhookDeliveries')
    .set({ nextAt })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Everything that waits for a webhook becomes dead letters. */
export async function endWaiting(
  trx: Work,
  { organizationId, webhookId }: Place,
  { because, at }: { because: DeliveryFailure; at: Date },
): Promise<void> {
  await trx
    .updateTable('webhookDeliveries')
    .set({ state: 'dead', deadBecause: because, endedAt: at, nextAt: null })
    .where('organizationId', '=', organizationId)
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Where too many wait, the oldest that are not urgent become dead letters, then the oldest of all. */
export async function dropBeyond(
  trx: Work,
  { organizationId, webhookId }: Place,
  { most, at }: { most: number; at: Date },
): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (select from webhook_deliveries
    where organization_id = ${organizationId}::uuid and webhook_id = ${webhookId}::uuid and state = 'waiting' limit ${most + 2_000}) waiting`.execute(
    trx,
  );
  const beyond = (rows[0]?.count ?? 0) - most;
  if (beyond <= 0) return;
  await sql`
    update webhook_deliveries set state = 'dead', dead_because = 'too_many_waiting', ended_at = ${at}, next_at = null
    where organization_id = ${organizationId}::uuid and id in (select id from webhook_deliveries
      where organization_id = ${organizationId}::uuid and webhook_id = ${webhookId}::uuid and state = 'waiting'
      order by is_urgent, position limit ${beyond})`.execute(trx);
}

/** Lets messages wait anew, with all their tries; answers them in their order. */
export async function reviveDeliveries(
  trx: Work,
  { organizationId, webhookId }: Place,
  which: { id: string } | { from: Date | null; to: Date | null; most: number },
): Promise<{ id: string; webhookId: string; aboutId: string }[]> {
  const chosen =
    'id' in which
      ? sql`id = ${which.id}::uuid`
      : sql`state = 'dead' and id in (select id from webhook_deliveries where organization_id = ${organizationId}::uuid
          and webhook_id = ${webhookId}::uuid and state = 'dead' and kind <> 'webhook.test'
          and (${which.from}::timestamptz is null or created_at >= ${which.from}) and (${which.to}::timestamptz is null or created_at < ${which.to})
          order by position limit ${which.most})`;
  const { rows } = await sql<{ id: string; webhookId: string; aboutId: string; position: number }>`
    update webhook_deliveries set state = 'waiting', tries = 0, dead_because = null, ended_at = null, next_at = null
    where organization_id = ${organizationId}::uuid and webhook_id = ${webhookId}::uuid and ${chosen}
    returning id, webhook_id, about_id, position`.execute(trx);
  return rows.toSorted((a, b) => a.position - b.position);
}

export type DeliveryState = DeliveryRow['state'];

/** The log of a webhook, newest first, without what was sent. */
export async function listDeliveries(
  trx: Work,
  { organizationId, webhookId }: Place,
  { page, state }: { page: PageRequest; state: DeliveryState | undefined },
): Promise<{ rows: DeliveryRow[]; total: Awaited<ReturnType<typeof countUpTo>> }> {
  const before = page.after === null ? null : Number(page.after.key);
  const wanted = sql`organization_id = ${organizationId}::uuid and webhook_id = ${webhookId}::uuid
    and (${state ?? null}::text is null or state = ${state ?? null})`;
  const { rows } =
    await sql<DeliveryRow>`select id, webhook_id, position, kind, about_id, '' as body, is_urgent, state, tries, attempts,
      dead_because, next_at, created_at, ended_at from webhook_deliveries
    where ${wanted} and (${before}::bigint is null or position < ${before}) order by position desc limit ${page.limit + 1}`.execute(
      trx,
    );
  return { rows, total: await countUpTo(trx, sql`select from webhook_deliveries where ${wanted}`) };
}

/** Forgets what ended before then, organization by organization. */
export async function deleteOldDeliveries(database: Database, before: Date): Promise<void> {
  const organizations = await database.global
    .selectFrom('edgeIdentities')
    .select('organizationId')
    .distinct()
    .execute();
  for (const { organizationId } of organizations)
    await database.withOrganization(organizationId, (trx) =>
      trx
        .deleteFrom('webhookDeliveries')
        .where('organizationId', '=', organizationId)
        .where('endedAt', '<', before)
        .execute(),
    );
}
