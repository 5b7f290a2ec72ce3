import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import { clockBefore } from './link-clock.repository.ts';

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
  return database.global
    .selectFrom('edgeIdentities')
    .select(['organizationId', 'publicKey', 'revokedAt'])
    .where('edgeId', '=', edgeId)
    .executeTakeFirst();
}

export async function replaceKey(
  database: Database,
  edgeId: string,
  keys: { from: string; to: string },
): Promise<boolean> {
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
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('edgeCursors')
    .values({ ...place, epoch, lastSequence: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows > 0n) await forgetOldEpochs(trx, place, epoch);
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

/** A core counts anew when its disk is claimed or was brought back from a copy, which is seldom: one that says so again and again fills nothing. */
const keptEpochs = 50;

async function forgetOldEpochs(trx: Work, place: EdgePlace, epoch: string): Promise<void> {
  await sql`
    delete from edge_cursors where organization_id = ${place.organizationId} and edge_id = ${place.edgeId} and epoch in (
      select epoch from edge_cursors where organization_id = ${place.organizationId} and edge_id = ${place.edgeId} and epoch <> ${epoch}::uuid
      order by updated_at desc offset ${keptEpochs - 1})`.execute(trx);
  await forgetOldNotices(trx, place);
}

/** Notices of one core that are kept. What an honest one says in years is far less. */
export const keptNotices = 50_000;
/** So many records may come before they are counted again. */
const recordsPerCount = 5_000;

async function forgetOldNotices(trx: Work, { organizationId, edgeId }: EdgePlace): Promise<void> {
  await sql`
    delete from core_notices where organization_id = ${organizationId} and edge_id = ${edgeId} and received_at < (
      select received_at from core_notices where organization_id = ${organizationId} and edge_id = ${edgeId}
      order by received_at desc, epoch desc, sequence desc offset ${keptNotices - 1} limit 1)`.execute(trx);
}

export async function moveCursor(
  trx: Work,
  place: EdgePlace,
  cursor: { epoch: string; from: number; lastSequence: number },
): Promise<void> {
  if (Math.floor(cursor.from / recordsPerCount) < Math.floor(cursor.lastSequence / recordsPerCount))
    await forgetOldNotices(trx, place);
  await trx
    .updateTable('edgeCursors')
    .set({ lastSequence: cursor.lastSequence, updatedAt: new Date() })
    .where('organizationId', '=', place.organizationId)
    .where('edgeId', '=', place.edgeId)
    .where('epoch', '=', cursor.epoch)
    .execute();
}

/**
 * Whether a core has applied what was never sent to it by this server: it was told by another life of this database, which was brought
 * back from an older copy since. Kept until the two were compared.
 */
export async function noteHistory(
  trx: Work,
  { organizationId, edgeId }: EdgePlace,
  heard: { lastOperation: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isOther: boolean }>`
    update edges e set
      compare_since = case when e.compare_since is null and (e.last_operation < ${heard.lastOperation} or exists (
          select 1 from operations o where o.organization_id = e.organization_id and o.edge_id = e.id and o.sequence = ${heard.lastOperation}
            and o.published_at is null and o.applied_at is null))
        then ${heard.at} else e.compare_since end
    where e.organization_id = ${organizationId} and e.id = ${edgeId} and e.deleted_at is null
    returning e.compare_since is not null as is_other`.execute(trx);
  return rows[0]?.isOther === true;
}

export interface LinkedEdge {
  name: string;
  locationId: string;
}

export async function markLinked(
  trx: Work,
  place: EdgePlace,
  facts: { at: Date; version: string; capabilities: string[]; clockOffsetMs: number; appliedOperation: number },
): Promise<(LinkedEdge & { clockBeforeMs: number | null }) | undefined> {
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
    .returning(['name', 'locationId', clockBefore(place)])
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
export async function storeCapabilities(
  trx: Work,
  place: EdgePlace,
  capabilities: string[],
): Promise<{ locationId: string } | undefined> {
  return trx
    .updateTable('edges')
    .set({ capabilities: JSON.stringify(capabilities) })
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .where(sql<boolean>`capabilities is distinct from ${JSON.stringify(capabilities)}::jsonb`)
    .returning(['locationId'])
    .executeTakeFirst();
}

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

export async function locationOf(trx: Work, place: EdgePlace): Promise<string> {
  const { locationId } = await trx
    .selectFrom('edges')
    .select('locationId')
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .executeTakeFirstOrThrow();
  return locationId;
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

export interface NoticeValues {
  epoch: string;
  sequence: number;
  at: Date;
  receivedAt: Date;
  code: string;
  detail: string;
}

/**
 * Keeps notices. What an earlier epoch said already, word for word and of the same moment, is left out: a core whose disk was brought
 * back from a copy cannot know which of its records had left it before, and says them again under other numbers.
 */
export async function insertNotices(trx: Work, place: EdgePlace, notices: readonly NoticeValues[]): Promise<void> {
  const { organizationId, edgeId } = place;
  const said = await saidBefore(trx, place, notices);
  const fresh = notices.filter((notice) => !said.has(wordsOf(notice)));
  if (fresh.length === 0) return;
  await trx
    .insertInto('coreNotices')
    .values(fresh.map((notice) => ({ organizationId, edgeId, ...notice })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const wordsOf = ({ at, code, detail }: Pick<NoticeValues, 'at' | 'code' | 'detail'>): string =>
  JSON.stringify([at.getTime(), code, detail]);

/** Of these notices of one epoch, the words of those that are kept from another one. */
async function saidBefore(
  trx: Work,
  { organizationId, edgeId }: EdgePlace,
  notices: readonly NoticeValues[],
): Promise<Set<string>> {
  const words = [...new Map(notices.map((notice) => [wordsOf(notice), notice])).entries()];
  const first = words[0]?.[1];
  if (first === undefined) return new Set();
  const { rows } = await sql<{ place: number }>`
    select n.place::integer as place
    from unnest(${words.map(([, { at }]) => at.toISOString())}::timestamptz[], ${words.map(([, { code }]) => code)}::text[],
      ${words.map(([, { detail }]) => detail)}::text[]) with ordinality as n(at, code, detail, place)
    where exists (select 1 from core_notices k where k.organization_id = ${organizationId} and k.edge_id = ${edgeId}
      and k.at = n.at and md5(k.detail) = md5(n.detail) and k.code = n.code and k.epoch <> ${first.epoch}::uuid)`.execute(
    trx,
  );
  return new Set(rows.flatMap(({ place }) => words[place - 1]?.[0] ?? []));
}

/** How a core can be reached. */
export type EdgeReach = 'linked' | 'away' | 'neverConnected' | 'revoked';

/** `linked` when some server process has the link of the core; `neverConnected` when no machine was ever paired with it, `revoked` when none may be. */
export async function reachOf(trx: Work, place: EdgePlace): Promise<EdgeReach> {
  const row = await trx
    .selectFrom('edges')
    .select(['isLinked', 'claimedAt', 'revokedAt'])
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .executeTakeFirst();
  if (row?.isLinked === true) return 'linked';
  if (row !== undefined && row.revokedAt !== null) return 'revoked';
  return row !== undefined && row.claimedAt === null ? 'neverConnected' : 'away';
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
