import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import { reachedOperation } from './link-progress.repository.ts';
import type { EdgeRef } from './link.repository.ts';

export interface PendingOperation {
  sequence: number;
  entity: string;
  entityId: string;
  revision: number;
}

/**
 * The newest operation of every entity after a sequence, in order: older ones say less of the same. Those before it come
 * too when they were not acknowledged and their time to be sent again has come. Of kinds that the core does not know it is told nothing.
 * At most `limit`.
 */
export async function operationsToSend(
  trx: Work,
  place: EdgeRef,
  when: { after: number; at: Date; limit: number },
): Promise<PendingOperation[]> {
  const { rows } = await sql<PendingOperation>`
    select o.sequence, o.entity, o.entity_id, o.revision
    from (select distinct on (entity, entity_id) entity, entity_id, sequence, revision, applied_at, next_publish_at from operations
      where organization_id = ${place.organizationId} and edge_id = ${place.edgeId} order by entity, entity_id, sequence desc) o
    join edges e on e.organization_id = ${place.organizationId} and e.id = ${place.edgeId} and o.entity = any (e.synced_kinds)
    where o.sequence > ${when.after}
      or (o.applied_at is null and coalesce(o.next_publish_at, '-infinity') <= ${when.at})
    order by o.sequence limit ${when.limit}`.execute(trx);
  return rows;
}

/** Counts that operations are being sent; each further time waits twice as long, from 10 s to 10 min. Answers how many were uncommitted. */
export async function markPublished(
  trx: Work,
  place: EdgeRef,
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
export async function makeOpenDue(trx: Work, place: EdgeRef): Promise<void> {
  await trx
    .updateTable('operations')
    .set({ nextPublishAt: null })
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('appliedAt', 'is', null)
    .where('nextPublishAt', 'is not', null)
    .execute();
}

/**
 * Notes that a core has everything up to a sequence that it could be told; answers what it has applied by that. `isNewest`: it was told
 * nothing after that, so that what it holds then is what it shall hold.
 */
export async function markApplied(
  trx: Work,
  place: EdgeRef,
  applied: { sequence: number; contentHash: string; at: Date },
): Promise<{ reached: { entity: string; entityId: string; revision: number }[]; isNewest: boolean }> {
  const { organizationId, edgeId } = place;
  // By a statement of its own, so that the next one sees what was written until the core could be held.
  await trx
    .updateTable('edges')
    .set({ appliedContentHash: applied.contentHash })
    .where('organizationId', '=', organizationId)
    .where('id', '=', edgeId)
    .execute();
  const reaches = reachedOperation(applied.sequence, sql`synced_kinds`);
  const edge = await trx
    .updateTable('edges')
    .set({ appliedOperation: sql<number>`greatest(applied_operation, ${reaches})` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', edgeId)
    .returning(sql<boolean>`${reaches} = last_operation`.as('isNewest'))
    .executeTakeFirst();
  const { rows } = await sql<{ entity: string; entityId: string; revision: number }>`
    update operations o set applied_at = ${applied.at}, next_publish_at = null
    from edges e
    where o.organization_id = ${organizationId} and o.edge_id = ${edgeId} and o.sequence <= ${applied.sequence}
      and o.applied_at is null and o.cancelled_at is null
      and e.organization_id = ${organizationId} and e.id = ${edgeId} and o.entity = any (e.synced_kinds)
    returning o.entity, o.entity_id, o.revision`.execute(trx);
  await forgetContents(
    trx,
    place,
    rows.map(({ entityId }) => entityId),
  );
  return { reached: rows, isNewest: edge?.isNewest === true };
}

/** What came before the newest committed operation of an entity is not wanted back any more. */
async function forgetContents(
  trx: Work,
  { organizationId, edgeId }: EdgeRef,
  entityIds: readonly string[],
): Promise<void> {
  if (entityIds.length === 0) return;
  await sql`
    update operations o set content = null, sealed = null
    where organization_id = ${organizationId} and edge_id = ${edgeId} and entity_id = any (${[...entityIds]}::uuid[]) and content is not null
      and exists (select 1 from operations n where n.organization_id = o.organization_id and n.edge_id = o.edge_id and n.entity = o.entity
        and n.entity_id = o.entity_id and n.sequence > o.sequence and n.applied_at is not null)`.execute(trx);
}

export interface ContentState {
  isComplete: boolean;
  /** Revisions say nothing before the core was compared. */
  isToCompare: boolean;
  locationId: string;
  /** Kinds of entities that the core knows. */
  kinds: string[];
}

/** Whether a core has been told and has applied all that it should hold. */
export async function contentOf(trx: Work, place: EdgeRef): Promise<ContentState> {
  const { lastOperation, appliedOperation, locationId, compareSince, syncedKinds } = await trx
    .selectFrom('edges')
    .select(['lastOperation', 'appliedOperation', 'locationId', 'compareSince', 'syncedKinds'])
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .executeTakeFirstOrThrow();
  const isComplete = appliedOperation >= lastOperation;
  return { isComplete, isToCompare: compareSince !== null, locationId, kinds: syncedKinds };
}

export async function setContentMatches(trx: Work, place: EdgeRef, contentMatches: boolean): Promise<void> {
  await trx
    .updateTable('edges')
    .set({ contentMatches })
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .execute();
}
