import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';

export interface EdgeIdentity {
  organizationId: string;
  publicKey: string;
  revokedAt: Date | null;
}

export interface EdgePlace {
  organizationId: string;
  edgeId: string;
}

/** Who a core is, before its organization is known. */
export async function findIdentity(database: Database, edgeId: string): Promise<EdgeIdentity | undefined> {
  return database.global.selectFrom('edgeIdentities').select(['organizationId', 'publicKey', 'revokedAt']).where('edgeId', '=', edgeId).executeTakeFirst();
}

export async function replaceKey(database: Database, edgeId: string, keys: { from: string; to: string }): Promise<boolean> {
  const { numUpdatedRows } = await database.global
    .updateTable('edgeIdentities')
    .set({ publicKey: keys.to })
    .where('edgeId', '=', edgeId)
    .where('publicKey', '=', keys.from)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The cursor of a core's epoch, kept from moving by anybody else until the transaction ends. */
export async function lockCursor(trx: Work, place: EdgePlace, epoch: string): Promise<number> {
  await trx
    .insertInto('edgeCursors')
    .values({ ...place, epoch, lastSequence: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { lastSequence } = await trx
    .selectFrom('edgeCursors')
    .select('lastSequence')
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('epoch', '=', epoch)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return lastSequence;
}

export async function moveCursor(trx: Work, place: EdgePlace, cursor: { epoch: string; lastSequence: number }): Promise<void> {
  await trx
    .updateTable('edgeCursors')
    .set({ lastSequence: cursor.lastSequence, updatedAt: new Date() })
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('epoch', '=', cursor.epoch)
    .execute();
}

export interface LinkedEdge {
  name: string;
  locationId: string;
}

export async function markLinked(
  trx: Work,
  place: EdgePlace,
  facts: { at: Date; version: string; capabilities: string[]; clockOffsetMs: number; appliedOperation: number },
): Promise<LinkedEdge | undefined> {
  const { at, version, capabilities, clockOffsetMs, appliedOperation } = facts;
  return trx
    .updateTable('edges')
    .set((eb) => ({
      isLinked: true,
      stateSince: eb.case().when('isLinked', '=', true).then(eb.ref('stateSince')).else(at).end(),
      lastSeenAt: at,
      version,
      capabilities: JSON.stringify(capabilities),
      clockOffsetMs,
      appliedOperation: sql<number>`least(${appliedOperation}::bigint, last_operation)`,
    }))
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .where('deletedAt', 'is', null)
    .returning(['name', 'locationId'])
    .executeTakeFirst();
}

/** Ends the linked state; undefined when it had ended already. */
export async function markUnlinked(trx: Work, place: EdgePlace, at: Date): Promise<LinkedEdge | undefined> {
  return trx
    .updateTable('edges')
    .set({ isLinked: false, stateSince: at })
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .where('isLinked', '=', true)
    .where('deletedAt', 'is', null)
    .returning(['name', 'locationId'])
    .executeTakeFirst();
}

/** Stores what a core can do; undefined when nothing changed. */
export async function storeCapabilities(trx: Work, place: EdgePlace, capabilities: string[]): Promise<{ locationId: string } | undefined> {
  return trx
    .updateTable('edges')
    .set({ capabilities: JSON.stringify(capabilities) })
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .where(sql<boolean>`capabilities is distinct from ${JSON.stringify(capabilities)}::jsonb`)
    .returning(['locationId'])
    .executeTakeFirst();
}

export async function storeHeartbeat(
  trx: Work,
  place: EdgePlace,
  facts: { at: Date; health: EdgeHealth; clockOffsetMs: number },
): Promise<{ locationId: string; stateSince: Date | null } | undefined> {
  return trx
    .updateTable('edges')
    .set({ lastSeenAt: facts.at, health: JSON.stringify(facts.health), clockOffsetMs: facts.clockOffsetMs })
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .returning(['locationId', 'stateSince'])
    .executeTakeFirst();
}

export interface PendingOperation {
  sequence: number;
  entityId: string;
  /** Revision that the camera has now; it may be past the one of the operation. */
  revision: number;
}

/** The newest operation of every entity after a sequence, in order: older ones say less of the same. */
export async function operationsAfter(trx: Work, place: EdgePlace, sequence: number): Promise<PendingOperation[]> {
  const { rows } = await sql<PendingOperation>`
    select o.sequence, o.entity_id, greatest(o.revision, c.revision) as revision
    from (select entity_id, max(sequence) as sequence, max(revision) as revision from operations
      where organization_id = ${place.organizationId} and edge_id = ${place.edgeId} group by entity_id) o
    join cameras c on c.organization_id = ${place.organizationId} and c.id = o.entity_id
    where o.sequence > ${sequence} order by o.sequence`.execute(trx);
  return rows;
}

/** Notes that a core has everything up to a sequence; answers what it has applied by that. */
export async function markApplied(
  trx: Work,
  place: EdgePlace,
  applied: { sequence: number; contentHash: string; at: Date },
): Promise<{ entityId: string; revision: number }[]> {
  await trx
    .updateTable('edges')
    .set({
      appliedOperation: sql<number>`least(greatest(applied_operation, ${applied.sequence}::bigint), last_operation)`,
      appliedContentHash: applied.contentHash,
    })
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .execute();
  return trx
    .updateTable('operations')
    .set({ appliedAt: applied.at })
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('sequence', '<=', applied.sequence)
    .where('appliedAt', 'is', null)
    .returning(['entityId', 'revision'])
    .execute();
}

export interface ContentState {
  isComplete: boolean;
  locationId: string;
  entities: { id: string; revision: number }[];
}

/** What the core should hold, and whether it has been told and has applied all of it. */
export async function contentOf(trx: Work, place: EdgePlace): Promise<ContentState> {
  const edge = await trx
    .selectFrom('edges')
    .select(['lastOperation', 'appliedOperation', 'locationId'])
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
  return { isComplete: edge.appliedOperation >= edge.lastOperation, locationId: edge.locationId, entities };
}

export async function setContentMatches(trx: Work, place: EdgePlace, contentMatches: boolean): Promise<void> {
  await trx.updateTable('edges').set({ contentMatches }).where('organizationId', '=', place.organizationId).where('id', '=', place.edgeId).execute();
}

export interface NoticeValues {
  epoch: string;
  sequence: number;
  at: Date;
  receivedAt: Date;
  code: string;
  detail: string;
}

export async function insertNotices(trx: Work, place: EdgePlace, notices: readonly NoticeValues[]): Promise<void> {
  if (notices.length === 0) return;
  const { organizationId, edgeId } = place;
  await trx
    .insertInto('coreNotices')
    .values(notices.map((notice) => ({ organizationId, edgeId, ...notice })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** True when the organization still has its link in the eyes of some server process. */
export async function isLinkedAnywhere(trx: Work, place: EdgePlace): Promise<boolean> {
  const row = await trx
    .selectFrom('edges')
    .select('isLinked')
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .executeTakeFirst();
  return row?.isLinked ?? false;
}

/** Organizations that have cores, for the watch over links that died with a server process. */
export async function organizationsWithEdges(database: Database): Promise<string[]> {
  const rows = await database.global.selectFrom('edgeIdentities').select('organizationId').distinct().execute();
  return rows.map((row) => row.organizationId);
}

/** Cores that count as linked but have not been heard of since. */
export async function silentEdges(trx: Work, organizationId: string, since: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom('edges')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('isLinked', '=', true)
    .where('lastSeenAt', '<', since)
    .execute();
  return rows.map((row) => row.id);
}
