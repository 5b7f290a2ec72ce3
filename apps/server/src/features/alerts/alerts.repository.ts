import { sql, type RawBuilder } from 'kysely';
import { handlingCodes } from './alert-codes.ts';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

/** An alert with the place that it is of. */
export interface AlertRow extends Omit<
  Row<'alerts'>,
  'organizationId' | 'placeId' | 'ruleId' | 'takenBy' | 'doneBy' | 'lapsedBy' | 'floodId' | 'edgeId'
> {
  /** Null when the rule was deleted since. */
  ruleId: string | null;
  takenBy: string | null;
  doneBy: string | null;
  lapsedBy: string | null;
  floodId: string | null;
  edgeId: string;
  cameraName: string;
  /** Null while it is there, and for alerts of no camera. */
  cameraDeletedAt: Date | null;
  locationId: string;
  locationName: string;
  timeZone: string;
  /** Since when its core has no link to this server; null while it has one. */
  coreAwaySince: Date | null;
  /** Locations from the root down, then the core, then the camera. */
  entityPath: string[];
}

/** An alert with its place, on rows `a` of alerts. */
const alertColumns = sql`a.id, a.number, r.id as rule_id, a.rule_name, a.kind, a.severity, a.pre_s, a.post_s, a.camera_id,
  coalesce(c.edge_id, a.edge_id) as edge_id, a.sequence, a.phase, a.close_reason, a.opened_at, a.closed_at, a.updated_at, a.received_at, a.is_late,
  a.why, a.event_ids, a.count, a.footage_until, a.handling, a.outcome, a.taken_by, a.taken_by_name, a.taken_at, a.flood_id, a.take_lapses_at,
  a.lapsed_by, a.lapsed_by_name, a.lapsed_at, a.done_by, a.done_by_name, a.done_at,
  a.comment_count, a.revision, case when e.is_linked then null else coalesce(e.state_since, a.updated_at) end as core_away_since, coalesce(c.name, '') as camera_name, c.deleted_at as camera_deleted_at, l.id as location_id, l.name as location_name, l.time_zone,
  l.path || coalesce(c.edge_id, a.edge_id) || case when c.id is null then '{}'::uuid[] else array[c.id] end as entity_path`;

const places = sql`left join cameras c on c.organization_id = a.organization_id and c.id = a.camera_id
  join edges e on e.organization_id = a.organization_id and e.id = a.edge_id
  join locations l on l.organization_id = a.organization_id and l.id = coalesce(c.location_id, e.location_id)
  left join alert_rules r on r.organization_id = a.organization_id and r.id = a.rule_id`;

/** Alerts by their ids, the newest first. */
export async function alertsAt(trx: Work, organizationId: string, ids: readonly string[]): Promise<AlertRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AlertRow>`select ${alertColumns} from alerts a ${places}
    where a.organization_id = ${organizationId}::uuid and a.id = any (${[...ids]}::uuid[]) order by a.opened_at desc, a.id desc`.execute(
    trx,
  );
  return rows;
}

/** One alert; `isHeld`: nobody else changes it until the transaction ends. */
export async function findAlert(
  trx: Work,
  organizationId: string,
  { id, isHeld = false }: { id: string; isHeld?: boolean },
): Promise<AlertRow | undefined> {
  const held: RawBuilder<unknown> = isHeld ? sql`for update of a` : sql``;
  const { rows } = await sql<AlertRow>`select ${alertColumns} from alerts a ${places}
    where a.organization_id = ${organizationId}::uuid and a.id = ${id}::uuid ${held}`.execute(trx);
  return rows[0];
}

export type AlertCommentRow = Pick<Row<'alertComments'>, 'id' | 'byUserId' | 'byName' | 'at' | 'text'>;

/** Comments of an alert, the oldest first. */
export const commentsOf = (trx: Work, organizationId: string, alertId: string): Promise<AlertCommentRow[]> =>
  trx
    .selectFrom('alertComments')
    .select(['id', 'byUserId', 'byName', 'at', 'text'])
    .where('organizationId', '=', organizationId)
    .where('alertId', '=', alertId)
    .orderBy('at')
    .orderBy('id')
    .execute();

/** What people do with an alert. */
export type HandlingValues = Partial<
  Pick<
    Row<'alerts'>,
    | 'handling'
    | 'outcome'
    | 'takenBy'
    | 'takenByName'
    | 'takenAt'
    | 'takeLapsesAt'
    | 'lapsedBy'
    | 'lapsedByName'
    | 'lapsedAt'
    | 'doneBy'
    | 'doneByName'
    | 'doneAt'
  >
>;

/** Writes what became of an alert that is held, as its next revision. */
export async function updateHandling(
  trx: Work,
  { organizationId, id }: { organizationId: string; id: string },
  values: HandlingValues,
): Promise<void> {
  await trx
    .updateTable('alerts')
    .set((row) => ({ ...values, revision: row('revision', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Whoever has an alert that is held keeps it until then. */
export async function extendTake(
  trx: Work,
  { organizationId, id }: { organizationId: string; id: string },
  takeLapsesAt: Date,
): Promise<void> {
  await trx
    .updateTable('alerts')
    .set({ takeLapsesAt })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
}

/** Ids of the alerts that somebody has. */
export async function alertsTakenBy(trx: Work, organizationId: string, userId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('alerts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('takenBy', '=', userId)
    .where('handling', '=', handlingCodes.toCode('taken'))
    .execute();
  return rows.map(({ id }) => id);
}

/** Adds a comment to an alert that is held; false when there is one of its id. */
export async function insertComment(
  trx: Work,
  organizationId: string,
  comment: AlertCommentRow & { alertId: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('alertComments')
    .values({ organizationId, ...comment })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await trx
    .updateTable('alerts')
    .set((row) => ({ commentCount: row('commentCount', '+', 1) }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', comment.alertId)
    .execute();
  return true;
}
