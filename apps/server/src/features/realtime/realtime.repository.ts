import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface ChangeRow {
  id: string;
  organizationId: string;
  actorSessionId: string | null;
  event: RealtimeEvent;
}

export async function readChanges(database: Database, ids: readonly string[]): Promise<ChangeRow[]> {
  return database.global.selectFrom('changes').select(['id', 'organizationId', 'actorSessionId', 'event']).where('id', 'in', ids).orderBy('id').execute();
}

export async function markPublished(database: Database, ids: readonly string[]): Promise<void> {
  await database.global.updateTable('changes').set({ publishedAt: new Date() }).where('id', 'in', ids).where('publishedAt', 'is', null).execute();
}

/** Changes that were committed a while ago and never published: their process died in between. */
export async function unpublishedBefore(database: Database, before: Date): Promise<string[]> {
  const rows = await database.global
    .selectFrom('changes')
    .select('id')
    .where('publishedAt', 'is', null)
    .where('createdAt', '<', before)
    .orderBy('id')
    .limit(500)
    .execute();
  return rows.map((row) => row.id);
}

export async function forgetPublishedBefore(database: Database, before: Date): Promise<void> {
  await database.global.deleteFrom('changes').where('publishedAt', '<', before).execute();
}

/** Paths of locations and cores of cameras by id, deleted ones included, because their end is news too. */
export async function pathsOf(
  database: Database,
  organizationId: string,
  { locationIds, cameraIds }: { locationIds: readonly string[]; cameraIds: readonly string[] },
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await database.withOrganization(organizationId, (trx) =>
    sql<{ id: string; path: string[] }>`
      select id, path from locations where organization_id = ${organizationId} and id = any (${[...locationIds]}::uuid[])
      union all select id, array[edge_id] from cameras where organization_id = ${organizationId} and id = any (${[...cameraIds]}::uuid[])`.execute(trx),
  );
  return new Map(rows.map((row) => [row.id, row.path]));
}
