import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import type { Row } from '../../../platform/database/rows.generated.ts';

/** Footage that a core is to keep for an alert. */
export type FootageAsk = Omit<Row<'alertFootageAsks'>, 'organizationId' | 'isDue'>;

/** The rule of an alert wants its footage kept; false where the rule keeps none for longer. */
export async function insertAsk(
  trx: Work,
  organizationId: string,
  { alertId, ruleId }: { alertId: string; ruleId: string },
): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`insert into alert_footage_asks (organization_id, alert_id, edge_id, camera_id, from_at, closed_at, post_s, keep_days)
    select a.organization_id, a.id, a.edge_id, a.camera_id, a.opened_at - make_interval(secs => a.pre_s), a.closed_at, a.post_s, r.protect_days
    from alerts a join alert_rules r on r.organization_id = a.organization_id and r.id = ${ruleId}::uuid
    where a.organization_id = ${organizationId}::uuid and a.id = ${alertId}::uuid and a.camera_id is not null and r.protect_days > 0
    on conflict do nothing`.execute(trx);
  return numAffectedRows > 0n;
}

/** The alert is over: its core is to know. False where nothing was asked. */
export async function closeAsk(
  trx: Work,
  organizationId: string,
  { alertId, closedAt }: { alertId: string; closedAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('alertFootageAsks')
    .set({ closedAt, isDue: true })
    .where('organizationId', '=', organizationId)
    .where('alertId', '=', alertId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** What a core is to be asked, the oldest first. */
export const dueAsks = (
  trx: Work,
  { organizationId, edgeId, limit }: { organizationId: string; edgeId: string; limit: number },
): Promise<FootageAsk[]> =>
  trx
    .selectFrom('alertFootageAsks')
    .select(['alertId', 'edgeId', 'cameraId', 'fromAt', 'closedAt', 'postS', 'keepDays'])
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('isDue', '=', true)
    .orderBy('fromAt')
    .limit(limit)
    .execute();

/** The core knows of an alert what it was asked; that it ended meanwhile it is to hear as well. */
export async function askHeard(
  trx: Work,
  organizationId: string,
  { alertId, closedAt }: Pick<FootageAsk, 'alertId' | 'closedAt'>,
): Promise<void> {
  if (closedAt !== null) return forgetAsks(trx, organizationId, [alertId]);
  await trx
    .updateTable('alertFootageAsks')
    .set({ isDue: false })
    .where('organizationId', '=', organizationId)
    .where('alertId', '=', alertId)
    .where('closedAt', 'is', null)
    .execute();
}

/** Nobody is to be asked of these any more. */
export async function forgetAsks(trx: Work, organizationId: string, alertIds: readonly string[]): Promise<void> {
  if (alertIds.length === 0) return;
  await trx
    .deleteFrom('alertFootageAsks')
    .where('organizationId', '=', organizationId)
    .where('alertId', 'in', [...alertIds])
    .execute();
}

/** What a core announced. */
export async function abilitiesOf(trx: Work, organizationId: string, edgeId: string): Promise<readonly string[]> {
  const edge = await trx
    .selectFrom('edges')
    .select('capabilities')
    .where('organizationId', '=', organizationId)
    .where('id', '=', edgeId)
    .executeTakeFirst();
  return edge?.capabilities ?? [];
}
