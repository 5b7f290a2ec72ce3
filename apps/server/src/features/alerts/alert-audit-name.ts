import type { Work } from '../../platform/database/database.ts';
import { needsOriginals } from './alert-hiding.repository.ts';
import type { AlertRow } from './alerts.repository.ts';

/** By what the audit calls an alert. Whoever reads the audit may be one from whom a camera hides whom it is about: then it has no name there. */
export async function namedInAudit(
  trx: Work,
  organizationId: string,
  { id, number, ruleName }: Pick<AlertRow, 'id' | 'number' | 'ruleName'>,
): Promise<{ entityName?: string }> {
  if (await needsOriginals(trx, organizationId, id)) return {};
  return { entityName: `${String(number)} ${ruleName}`.trim() };
}
