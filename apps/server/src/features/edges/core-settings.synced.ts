import { syncedKinds, type SyncedContent } from '@sightline/contracts/link/synced-kinds';
import type { Work } from '../../platform/database/database.ts';
import type { EdgeKey } from '../../platform/sync/synced-entity.ts';
import { findEdge } from './edges.repository.ts';
import { createSharedEntity, followShared } from './shared-entity.ts';

/** What people set of a core itself: one entity with the id of the core, and none as long as nothing is set. */
export const coreSettings = createSharedEntity({
  kind: 'coreSettings',
  schema: syncedKinds.coreSettings,
  sight: 'CoreView',
  list: async (trx, { organizationId, edgeId }, only) => {
    if (only !== undefined && only !== edgeId) return [];
    const leastDays = (await findEdge(trx, organizationId, edgeId))?.leastDays ?? null;
    if (leastDays === null) return [];
    return [{ id: edgeId, content: { leastDays } satisfies SyncedContent<'coreSettings'> }];
  },
  named: async (trx, organizationId, ids) => {
    const rows = await Promise.all(ids.map((id) => findEdge(trx, organizationId, id)));
    return new Map(rows.flatMap((row) => (row ? [[row.id, { name: row.name, path: row.entityPath }] as const] : [])));
  },
});

/** Tells a core that knows of its settings what became otherwise. */
export const notifyCoreSettings = (trx: Work, { organizationId, edgeId }: EdgeKey): Promise<string[]> =>
  followShared(trx, coreSettings, { organizationId, edgeIds: [edgeId] });
