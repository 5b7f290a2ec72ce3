import { AppError } from '@sightline/contracts/shared/errors';
import type { Work } from '../../platform/database/database.ts';
import * as repository from './integrations.repository.ts';
import { monthOf } from './quota-months.ts';

/**
 * Counts an event that another program posted; to be called last in its transaction. Throws `integration_quota_used` where the organization
 * limits them and the month's are used up.
 */
export async function countPosted(trx: Work, organizationId: string, nowMs: number): Promise<void> {
  const at = new Date(nowMs);
  const counted = { organizationId, service: 'sightline' as const };
  await repository.countUse(trx, { ...counted, at });
  if (!(await repository.findIntegration(trx, organizationId, 'sightline'))) return;
  const { sightlineQuota } = await repository.readQuotas(trx, organizationId);
  if (sightlineQuota === null) return;
  const uses = await repository.usesSince(trx, { ...counted, since: monthOf(nowMs) });
  const used = uses.reduce((sum, { count }) => sum + count, 0);
  if (used > sightlineQuota) throw new AppError('integration_quota_used', { quota: sightlineQuota });
}
