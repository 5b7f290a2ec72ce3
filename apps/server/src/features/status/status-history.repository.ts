import type { ShownStatus, StatusChange, StatusState } from '@sightline/contracts/status/status';
import type { StatusMoment } from '@sightline/domain/status/uptime';
import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';

interface EntityAt {
  organizationId: string;
  entityId: string;
}

interface Range {
  fromUtcMs: number;
  toUtcMs: number;
}

/** What is kept of how a thing is. */
export interface KeptNow {
  shown: ShownStatus;
  flappingSinceUtcMs: number | null;
  /** Of a core whose link this server ended: until then it counted as linked. Null when the core ended it, or has it. */
  heldUntilUtcMs: number | null;
  /** Since when it is good again although it is still shown as it was; null when it is not. */
  recoveringSinceUtcMs: number | null;
}

/** What is kept of how a thing is; undefined when nothing is. */
export async function findKeptStatus(trx: Work, { organizationId, entityId }: EntityAt): Promise<KeptNow | undefined> {
  const row = await trx
    .selectFrom('statuses')
    .select(['state', 'part', 'cause', 'since', 'flappingSince', 'heldUntil', 'seenState', 'seenSince'])
    .where('organizationId', '=', organizationId)
    .where('entityId', '=', entityId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { state, part, cause, since, flappingSince, heldUntil, seenState, seenSince } = row;
  return {
    shown: { state, part, cause, sinceUtcMs: since.getTime(), isFlapping: flappingSince !== null },
    flappingSinceUtcMs: flappingSince?.getTime() ?? null,
    heldUntilUtcMs: heldUntil?.getTime() ?? null,
    recoveringSinceUtcMs: seenState === 'online' && state !== 'online' ? seenSince.getTime() : null,
  };
}

/** What is shown of a thing now; undefined when nothing is kept of it. */
export const findStatus = async (trx: Work, { organizationId, entityId }: EntityAt): Promise<ShownStatus | undefined> =>
  (await findKeptStatus(trx, { organizationId, entityId }))?.shown;

/** What was shown in a range, in order: with what was shown when it began, where that is known. */
export async function momentsOf(
  trx: Work,
  { organizationId, entityId }: EntityAt,
  { fromUtcMs, toUtcMs }: Range,
): Promise<StatusMoment[]> {
  const { rows } = await sql<{ at: Date; state: StatusState }>`
    select at, to_state as state from status_changes
    where organization_id = ${organizationId} and entity_id = ${entityId} and at < ${new Date(toUtcMs)} and at >= coalesce((
      select max(at) from status_changes where organization_id = ${organizationId} and entity_id = ${entityId} and at <= ${new Date(fromUtcMs)}), '-infinity')
    order by at, id`.execute(trx);
  return rows.map(({ at, state }) => ({ atUtcMs: at.getTime(), state }));
}

/** The newest changes in a range, newest first. */
export async function changesOf(
  trx: Work,
  { organizationId, entityId }: EntityAt,
  range: Range & { limit: number },
): Promise<StatusChange[]> {
  const rows = await trx
    .selectFrom('statusChanges')
    .select(['id', 'at', 'fromState', 'toState', 'part', 'cause', 'isFlapping'])
    .where('organizationId', '=', organizationId)
    .where('entityId', '=', entityId)
    .where('at', '>=', new Date(range.fromUtcMs))
    .where('at', '<', new Date(range.toUtcMs))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(range.limit)
    .execute();
  return rows.map(({ at, fromState, toState, ...row }) => ({
    ...row,
    atUtcMs: at.getTime(),
    from: fromState,
    to: toState,
  }));
}

/** Zone of the site of a core. */
export async function zoneOf(trx: Work, { organizationId, entityId: locationId }: EntityAt): Promise<string> {
  const row = await trx
    .selectFrom('locations')
    .select('timeZone')
    .where('organizationId', '=', organizationId)
    .where('id', '=', locationId)
    .executeTakeFirst();
  return row?.timeZone ?? 'UTC';
}

/** Organizations of which any history may be kept. */
export async function organizationsWithHistory(database: Database): Promise<string[]> {
  const rows = await database.global.selectFrom('edgeIdentities').select('organizationId').distinct().execute();
  return rows.map(({ organizationId }) => organizationId);
}

/** Deletes what is older; what still holds was told by what came before it, so the last of each thing stays. */
export async function forgetChangesBefore(trx: Work, organizationId: string, before: Date): Promise<void> {
  await sql`
    delete from status_changes c where c.organization_id = ${organizationId} and c.at < ${before}
      and exists (select 1 from status_changes n where n.organization_id = c.organization_id and n.entity_id = c.entity_id and n.at > c.at and n.at <= ${before})`.execute(
    trx,
  );
}
