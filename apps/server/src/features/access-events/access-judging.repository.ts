import type { AccessJudgement } from '@sightline/contracts/access-events/access-event';
import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

interface DoorPlace {
  organizationId: string;
  doorId: string;
}

/** An access event that rules may ask about. */
export type WaitingEvent = Pick<Row<'accessEvents'>, 'id' | 'kind' | 'direction' | 'at' | 'receivedAt'>;

/** Those of a door that nobody has judged, the oldest first; held until the transaction ends. */
export const waitingAt = (trx: Work, { organizationId, doorId }: DoorPlace, limit: number): Promise<WaitingEvent[]> =>
  trx
    .selectFrom('accessEvents')
    .select(['id', 'kind', 'direction', 'at', 'receivedAt'])
    .where('organizationId', '=', organizationId)
    .where('doorId', '=', doorId)
    .where('judgement', '=', 'waiting')
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();

/** Who was let through a door in a time. */
export const grantsBetween = (
  trx: Work,
  { organizationId, doorId }: DoorPlace,
  { fromUtcMs, toUtcMs }: { fromUtcMs: number; toUtcMs: number },
): Promise<Pick<WaitingEvent, 'id' | 'direction' | 'at'>[]> =>
  trx
    .selectFrom('accessEvents')
    .select(['id', 'direction', 'at'])
    .where('organizationId', '=', organizationId)
    .where('doorId', '=', doorId)
    .where('kind', '=', 'granted')
    .where('at', '>=', new Date(fromUtcMs))
    .where('at', '<=', new Date(toUtcMs))
    .execute();

/** What became of these. */
export async function judgedAs(
  trx: Work,
  { organizationId, doorId }: DoorPlace,
  { ids, judgement }: { ids: readonly string[]; judgement: AccessJudgement },
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable('accessEvents')
    .set({ judgement })
    .where('organizationId', '=', organizationId)
    .where('doorId', '=', doorId)
    .where('id', 'in', [...ids])
    .execute();
}

/** Doors of an organization with events that wait since before an instant. */
export async function doorsWaiting(trx: Work, organizationId: string, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct door_id as id from access_events
    where organization_id = ${organizationId}::uuid and judgement = 'waiting' and received_at < ${before}`.execute(trx);
  return rows.map(({ id }) => id);
}
