import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { reachedOperation } from './link-progress.repository.ts';
import { clockBefore } from './link-clock.repository.ts';

export type EdgeIdentity = Pick<Row<'edgeIdentities'>, 'organizationId' | 'publicKey' | 'revokedAt'>;

export interface EdgeRef {
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

/**
 * Whether a core has applied what was never sent to it by this server: it was told by another life of this database, which was brought
 * back from an older copy since. Kept until the two were compared.
 */
export async function noteHistory(
  trx: Work,
  { organizationId, edgeId }: EdgeRef,
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

export type LinkedEdge = Pick<Row<'edges'>, 'name' | 'locationId'>;

/** What a core says of itself when its link begins. */
export interface LinkFacts {
  at: Date;
  version: string;
  capabilities: string[];
  /** Kinds of entities that it takes operations of. */
  kinds: string[];
  clockOffsetMs: number;
  appliedOperation: number;
}

/** What a statement of its own changes is read as it was before. */
const kindsBefore = ({ organizationId, edgeId }: EdgeRef) =>
  sql<
    string[]
  >`(select b.synced_kinds from edges b where b.organization_id = ${organizationId} and b.id = ${edgeId})`.as(
    'kindsBefore',
  );

export async function markLinked(
  trx: Work,
  place: EdgeRef,
  facts: LinkFacts,
): Promise<(LinkedEdge & { clockBeforeMs: number | null; kindsBefore: string[] }) | undefined> {
  const { at, version, capabilities, clockOffsetMs, appliedOperation, kinds } = facts;
  return trx
    .updateTable('edges')
    .set((eb) => ({
      isLinked: true,
      stateSince: eb.case().when('isLinked', '=', true).then(eb.ref('stateSince')).else(at).end(),
      lastSeenAt: at,
      version,
      capabilities: JSON.stringify(capabilities),
      clockOffsetMs,
      syncedKinds: kinds,
      appliedOperation: reachedOperation(appliedOperation, sql`${kinds}::text[]`),
    }))
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .where('deletedAt', 'is', null)
    .returning(['name', 'locationId', clockBefore(place), kindsBefore(place)])
    .executeTakeFirst();
}

/** Ends the linked state; undefined when it had ended already. */
export async function markUnlinked(trx: Work, place: EdgeRef, at: Date): Promise<LinkedEdge | undefined> {
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
  place: EdgeRef,
  capabilities: string[],
): Promise<{ locationId: string; syncedKinds: string[] } | undefined> {
  return trx
    .updateTable('edges')
    .set({ capabilities: JSON.stringify(capabilities) })
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .where(sql<boolean>`capabilities is distinct from ${JSON.stringify(capabilities)}::jsonb`)
    .returning(['locationId', 'syncedKinds'])
    .executeTakeFirst();
}

export async function locationOf(trx: Work, place: EdgeRef): Promise<string> {
  const { locationId } = await trx
    .selectFrom('edges')
    .select('locationId')
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .executeTakeFirstOrThrow();
  return locationId;
}

/** How a core can be reached. */
export type EdgeReach = 'linked' | 'away' | 'neverConnected' | 'revoked';

/** `linked` when some server process has the link of the core; `neverConnected` when no machine was ever paired with it, `revoked` when none may be. */
export async function reachOf(trx: Work, place: EdgeRef): Promise<EdgeReach> {
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
