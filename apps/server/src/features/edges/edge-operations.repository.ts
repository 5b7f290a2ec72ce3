import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { EdgeKey, SyncedCore } from '../../platform/sync/synced-entity.ts';

/** "This entity reaches this revision"; `cancels`: number of the operation that it takes back. */
export interface NewOperation {
  entity: string;
  entityId: string;
  revision: number;
  cancels?: number;
}

/** Numbers the next operation of a core and writes it beside the desired state; the core is told after commit. Answers its number. */
export async function insertOperation(trx: Work, place: EdgeKey, target: NewOperation): Promise<number> {
  const { lastOperation } = await trx
    .updateTable('edges')
    .set((eb) => ({ lastOperation: eb('lastOperation', '+', 1) }))
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .returning('lastOperation')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('operations')
    .values({ ...place, sequence: lastOperation, ...target })
    .execute();
  return lastOperation;
}

/** A core with the kinds that it knows; undefined when it does not exist in this organization. */
export async function findSyncedCore(trx: Work, place: EdgeKey): Promise<SyncedCore | undefined> {
  const row = await trx
    .selectFrom('edges')
    .select('syncedKinds')
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.edgeId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const { organizationId, edgeId } = place;
  return row && { organizationId, edgeId, kinds: new Set(row.syncedKinds) };
}

/** Cores that know a kind, in the order in which they are held. */
export async function edgesKnowing(trx: Work, organizationId: string, kind: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('edges')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null)
    .where(sql<boolean>`${kind} = any (synced_kinds)`)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
