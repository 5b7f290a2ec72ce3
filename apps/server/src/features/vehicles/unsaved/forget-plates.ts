import type { Database } from '../../../platform/database/database.ts';
import { forgetReadings } from './plate-readings.repository.ts';

/** So long a plate is kept that nobody saved and no camera reads again. */
const keptMs = 90 * 86_400_000;

/** Forgets plates that were not read for long, of every organization. */
export async function forgetAllPlates(database: Database, now: Date): Promise<void> {
  const rows = await database.global.selectFrom('edgeIdentities').select('organizationId').distinct().execute();
  for (const { organizationId } of rows)
    await database.withOrganization(organizationId, (trx) =>
      forgetReadings(trx, organizationId, new Date(now.getTime() - keptMs)),
    );
}
