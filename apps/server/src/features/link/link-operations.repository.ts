import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { EdgePlace } from './link.repository.ts';

export interface PendingOperation {
  sequence: number;
  entityId: string;
  /** Revision that the camera has now; it may be past the one of the operation. */
  revision: number;
  /** Whether the camera is of this core; of others nothing but "gone" is told. */
  isOwn: boolean;
}

/**
 * The newest operation of every entity after a sequence, in order: older ones say less of the same. Those before it come
 * too when they were not acknowledged and their time to be sent again has come.
 */
export async function operationsToSend(
  trx: Work,
  place: EdgePlace,
  when: { after: number; at: Date },
): Promise<PendingOperation[]> {
  const { rows } = await sql<PendingOperation>`
    select o.sequence, o.entity_id, greatest(o.revision, c.revision) as revision, c.id is not null as is_own
    from (select distinct on (entity_id) entity_id, sequence, revision, applied_at, next_publish_at from operations
      where organization_id = ${place.organizationId} and edge_id = ${place.edgeId} order by entity_id, sequence desc) o
    left join cameras c on c.organization_id = ${place.organizationId} and c.id = o.entity_id and c.edge_id = ${place.edgeId}
    where o.sequence > ${when.after}
      or (o.applied_at is null and coalesce(o.next_publish_at, '-infinity') <= ${when.at})
    order by o.sequence`.execute(trx);
  return rows;
}

/** Counts that operations are being sent; each further time waits twice as long, from 10 s to 10 min. Answers how many were uncommitted. */
export async function markPublished(
  trx: Work,
  place: EdgePlace,
  sent: { sequences: readonly number[]; at: Date },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update operations set published_at = ${sent.at}, publish_count = publish_count + 1,
      next_publish_at = ${sent.at}::timestamptz + least(interval '10 minutes', interval '10 seconds' * power(2, least(publish_count, 10)))
    where organization_id = ${place.organizationId} and edge_id = ${place.edgeId} and applied_at is null
      and sequence = any (${[...sent.sequences]}::bigint[])`.execute(trx);
  return Number(numAffectedRows);
}

/** A new link does not wait: everything that was not acknowledged is sent once more, because the answer may have been lost with the old one. */
export async function makeOpenDue(trx: Work, place: EdgePlace): Promise<void> {
  await trx
    .updateTable('operations')
    .set({ nextPublishAt: null })
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('appliedAt', 'is', null)
    .where('nextPublishAt', 'is not', null)
    .execute();
}

/** Notes that a core has everything up to a sequence; answers what of its own cameras it has applied by that. */
export async function markApplied(
  trx: Work,
  place: EdgePlace,
  applied: { sequence: number; contentHash: string; at: Date },
): Promise<{ entityId: string; revision: number }[]> {
  const { organizationId, edgeId } = place;
  await trx
    .updateTable('edges')
    .set({
      appliedOperation: sql<number>`least(greatest(applied_operation, ${applied.sequence}::bigint), last_operation)`,
      appliedContentHash: applied.contentHash,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', edgeId)
    .execute();
  const { rows } = await sql<{ entityId: string; revision: number; isOwn: boolean }>`
    update operations o set applied_at = ${applied.at}, next_publish_at = null
    where organization_id = ${organizationId} and edge_id = ${edgeId} and sequence <= ${applied.sequence} and applied_at is null and cancelled_at is null
    returning entity_id, revision, exists (select 1 from cameras c
      where c.organization_id = o.organization_id and c.id = o.entity_id and c.edge_id = o.edge_id) as is_own`.execute(
    trx,
  );
  await forgetContents(
    trx,
    place,
    rows.map(({ entityId }) => entityId),
  );
  return rows.filter(({ isOwn }) => isOwn);
}

/** What came before the newest committed operation of an entity is not wanted back any more. */
async function forgetContents(
  trx: Work,
  { organizationId, edgeId }: EdgePlace,
  entityIds: readonly string[],
): Promise<void> {
  if (entityIds.length === 0) return;
  await sql`
    update operations o set content = null, sealed = null
    where organization_id = ${organizationId} and edge_id = ${edgeId} and entity_id = any (${[...entityIds]}::uuid[]) and content is not null
      and exists (select 1 from operations n where n.organization_id = o.organization_id and n.edge_id = o.edge_id and n.entity_id = o.entity_id
        and n.sequence > o.sequence and n.applied_at is not null)`.execute(trx);
}

export interface ContentState {
  isComplete: boolean;
  /** Revisions say nothing before the core was compared. */
  isToCompare: boolean;
  locationId: string;
  entities: { id: string; revision: number }[];
}

/** What the core should hold, and whether it has been told and has applied all of it. */
export async function contentOf(trx: Work, place: EdgePlace): Promise<ContentState> {
  const edge = await trx
    .selectFrom('edges')
    .select(['lastOperation', 'appliedOperation', 'locationId', 'compareSince'])
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .executeTakeFirstOrThrow();
  const entities = await trx
    .selectFrom('cameras')
    .select(['id', 'revision'])
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('deletedAt', 'is', null)
    .execute();
  const isComplete = edge.appliedOperation >= edge.lastOperation;
  return { isComplete, isToCompare: edge.compareSince !== null, locationId: edge.locationId, entities };
}

export async function setContentMatches(trx: Work, place: EdgePlace, contentMatches: boolean): Promise<void> {
  await trx
    .updateTable('edges')
    .set({ contentMatches })
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .execute();
}
