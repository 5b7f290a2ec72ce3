import type { AlertChannel } from '@sightline/contracts/alert-rules/alert-rule';
import { sql, type SqlBool } from 'kysely';
import { v5 } from 'uuid';
import type { Database, Work } from '../../../platform/database/database.ts';
import type { Row } from '../../../platform/database/rows.generated.ts';

/** Name space of the ids of deliveries. */
const deliveries = 'c7cf23a5-6c5f-5d0e-9f2c-6b7a52a1f0de';

/** What is told to whom by which channel. */
export interface Delivery {
  alertId: string;
  step: Row<'alertDeliveries'>['step'];
  channel: AlertChannel;
  userId: string;
}

/** One that is to be written down. */
interface NewDelivery extends Delivery {
  /** Of where its alert is: alerts of one place are told together, also when their camera moves meanwhile. */
  locationId: string;
  createdAt: Date;
}

/** The same delivery always has the same id. */
const idOf = (organizationId: string, { alertId, step, channel, userId }: Delivery): string =>
  v5([organizationId, alertId, step, channel, userId].join('\n'), deliveries);

/** Writes down what is to be told; answers the ids of those that were not written down before. */
export async function addDeliveries<D extends NewDelivery>(
  trx: Work,
  organizationId: string,
  wanted: readonly D[],
): Promise<(D & { id: string })[]> {
  if (wanted.length === 0) return [];
  const rows = wanted.map((delivery) => ({ ...delivery, id: idOf(organizationId, delivery) }));
  const added = await trx
    .insertInto('alertDeliveries')
    .values(
      rows.map(({ id, alertId, step, channel, userId, locationId, createdAt }) => {
        const what = { id, alertId, step, channel, userId, locationId, createdAt };
        return { ...what, organizationId, state: 'waiting' as const };
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  const ids = new Set(added.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}

/** A delivery that waits; undefined once it was told or dropped. Held until the transaction ends. */
export async function holdDelivery(trx: Work, organizationId: string, id: string): Promise<Delivery | undefined> {
  return trx
    .selectFrom('alertDeliveries')
    .select(['alertId', 'step', 'channel', 'userId'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .executeTakeFirst();
}

/** Of which alerts a person is told together. */
export interface Gathering {
  /** Those that opened just now, those that came late and still hold, those that are too many, or those that are told once more because nobody took them. */
  step: 'opened' | 'stillOpen' | 'flood' | `repeated${number}`;
  userId: string;
  channel: AlertChannel;
  locationId: string;
  severity: number;
}

/** Together with what else a word of an alert is told, whether it was told already or not; undefined for any other word. */
export async function gatheringOf(trx: Work, organizationId: string, id: string): Promise<Gathering | undefined> {
  const { rows } = await sql<Gathering>`
    select d.step, d.user_id, d.channel, d.location_id, a.severity from alert_deliveries d
      join alerts a on a.organization_id = d.organization_id and a.id = d.alert_id
    where d.organization_id = ${organizationId}::uuid and d.id = ${id}::uuid and (d.step in ('opened', 'stillOpen', 'flood') or d.step like 'repeated%')
      and d.location_id is not null`.execute(trx);
  return rows[0];
}

/** What waits for a person of one place, the oldest first; held until the transaction ends. */
export async function holdGathered(
  trx: Work,
  organizationId: string,
  { step, userId, channel, locationId, severity }: Gathering,
): Promise<{ id: string; alertId: string; createdAt: Date }[]> {
  const { rows } = await sql<{ id: string; alertId: string; createdAt: Date }>`
    select d.id, d.alert_id, d.created_at from alert_deliveries d
      join alerts a on a.organization_id = d.organization_id and a.id = d.alert_id
    where d.organization_id = ${organizationId}::uuid and d.user_id = ${userId} and d.channel = ${channel} and d.state = 'waiting'
      and d.step = ${step} and a.severity = ${severity} and d.location_id = ${locationId}::uuid
    order by a.opened_at, a.id for update of d`.execute(trx);
  return rows;
}

/** Whom a place was told to by which channel, whatever of it. */
type NoticePlace = Omit<Gathering, 'step'>;

/** When a person was last told of alerts of a place. */
export async function toldAt(trx: Work, organizationId: string, gathering: NoticePlace): Promise<Date | null> {
  const { userId, channel, locationId, severity } = gathering;
  const row = await trx
    .selectFrom('alertNotices')
    .select('toldAt')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('channel', '=', channel)
    .where('locationId', '=', locationId)
    .where('severity', '=', severity)
    .executeTakeFirst();
  return row?.toldAt ?? null;
}

export async function noteTold(
  trx: Work,
  organizationId: string,
  { gathering, at }: { gathering: NoticePlace; at: Date },
): Promise<void> {
  const { userId, channel, locationId, severity } = gathering;
  await trx
    .insertInto('alertNotices')
    .values({ organizationId, userId, channel, locationId, severity, toldAt: at })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'userId', 'channel', 'locationId', 'severity']).doUpdateSet({ toldAt: at }),
    )
    .execute();
}

/** Ends deliveries: they are told, told together with another, or dropped. */
export async function endDeliveries(
  trx: Work,
  organizationId: string,
  { ids, state, at }: { ids: readonly string[]; state: 'told' | 'merged' | 'dropped'; at: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('alertDeliveries')
    .set({ state, endedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', 'in', [...ids])
    .execute();
}

/** What nobody was told since then because somebody took an alert waits again; answers it. */
export async function holdDroppedAgain(
  trx: Work,
  organizationId: string,
  { alertId, since }: { alertId: string; since: Date },
): Promise<(Delivery & { id: string; locationId: string | null })[]> {
  return trx
    .updateTable('alertDeliveries')
    .set({ state: 'waiting', endedAt: null })
    .where('organizationId', '=', organizationId)
    .where('alertId', '=', alertId)
    .where('state', '=', 'dropped')
    .where('endedAt', '>=', since)
    .where(sql<SqlBool>`(step like 'escalated%' or step like 'repeated%')`)
    .returning(['id', 'alertId', 'step', 'channel', 'userId', 'locationId'])
    .execute();
}

/** Forgets what was told before then, organization by organization. */
export async function deleteOldDeliveries(database: Database, before: Date): Promise<void> {
  const rows = await database.global.selectFrom('edgeIdentities').select('organizationId').distinct().execute();
  for (const { organizationId } of rows)
    await database.withOrganization(organizationId, (trx) =>
      trx
        .deleteFrom('alertDeliveries')
        .where('organizationId', '=', organizationId)
        .where('endedAt', '<', before)
        .execute(),
    );
}
