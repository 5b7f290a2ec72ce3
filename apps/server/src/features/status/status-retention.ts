import type { Database } from '../../platform/database/database.ts';
import { forgetChangesBefore, organizationsWithHistory } from './status-history.repository.ts';

/** As long as footage may be asked about at once, and longer than a year can be compared with the last. */
const keepMs = 400 * 86_400_000;

/** Forgets how things were longer ago than histories go. */
export async function expireStatusHistory(database: Database, nowMs: number): Promise<void> {
  for (const organizationId of await organizationsWithHistory(database))
    await database.withOrganization(organizationId, (trx) =>
      forgetChangesBefore(trx, organizationId, new Date(nowMs - keepMs)),
    );
}
