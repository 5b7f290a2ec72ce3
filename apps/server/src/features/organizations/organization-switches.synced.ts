import { syncedKinds, type SyncedContent } from '@sightline/contracts/link/synced-kinds';
import type { Work } from '../../platform/database/database.ts';
import { createSharedEntity, edgesKnowing, followShared } from '../edges/edges.public.ts';
import { findAnalyticsSwitches, findOrganization } from './organizations.repository.ts';

/** Which recognition the organization allows: one entity, which every core of it has. */
export const organizationSwitches = createSharedEntity({
  kind: 'organizationSwitches',
  schema: syncedKinds.organizationSwitches,
  list: async (trx, { organizationId }, only) => {
    if (only !== undefined && only !== organizationId) return [];
    const allowed = await findAnalyticsSwitches(trx, organizationId);
    return [{ id: organizationId, content: { allowed } satisfies SyncedContent<'organizationSwitches'> }];
  },
  named: async (trx, organizationId, ids) => {
    const row = ids.includes(organizationId) ? await findOrganization(trx, organizationId) : undefined;
    return new Map(row ? [[organizationId, { name: row.name, path: [] }]] : []);
  },
});

/** The organization allows other recognition than before: answers the cores that were told of it as of an organization. */
export const notifyOrganizationSwitches = async (trx: Work, organizationId: string): Promise<string[]> =>
  followShared(trx, organizationSwitches, {
    organizationId,
    edgeIds: await edgesKnowing(trx, organizationId, organizationSwitches.kind),
  });
