import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { hasWaiting, pruneGroups, holdGroups } from './groups/clothing-groups.repository.ts';
import { askForGroups } from './groups/group-jobs.ts';
import { expireClothing, organizationsWithCores } from './sightings/uniform-sightings.repository.ts';
import { expireTrainings } from './trainings/trainings.repository.ts';

/** A training that nobody ended ends after this. */
const trainingMs = 86_400_000;

/** What events showed goes with them, trainings that nobody ended end, and clothes that still wait are asked for again. */
export async function keepUniforms({ database, jobs }: { database: Database; jobs: Jobs }, now: Date): Promise<void> {
  for (const organizationId of await organizationsWithCores(database))
    await database.withOrganization(organizationId, async (trx) => {
      await holdGroups(trx, organizationId);
      await expireClothing(trx, organizationId, now);
      await pruneGroups(trx, organizationId);
      await expireTrainings(trx, organizationId, new Date(now.getTime() - trainingMs));
      if (await hasWaiting(trx, organizationId))
        await askForGroups(trx, jobs, { organizationId, nowMs: now.getTime() });
    });
}
