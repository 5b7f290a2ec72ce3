import type { Database } from '../../../platform/database/database.ts';
import { deleteEmptyClusters, lockClusters } from '../clusters/face-clusters.repository.ts';
import { expireSightings, organizationsWithCores } from './sighting-writes.repository.ts';

/** Sightings go with the events that they are of, and unsaved people with their last sighting. */
export async function expireAllSightings(database: Database, now: Date): Promise<void> {
  for (const organizationId of await organizationsWithCores(database))
    await database.withOrganization(organizationId, async (trx) => {
      await lockClusters(trx, organizationId);
      await expireSightings(trx, organizationId, now);
      await deleteEmptyClusters(trx, organizationId);
    });
}
