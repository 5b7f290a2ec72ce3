import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { ChangeWork } from '../../platform/database/changes.ts';
import { insertGap } from './recordings.repository.ts';

const futureLimitMs = 86_400_000;

/** Stores a gap that a core reports; false when it is of a stream that is not the core's, ends before it begins or lies in the future. */
export async function applyGap(
  work: ChangeWork,
  from: { organizationId: string; edgeId: string; receivedAt: Date },
  body: Extract<EdgeRecordBody, { kind: 'gap' }>,
): Promise<boolean> {
  const { gapId, cameraId, streamId, fromUtcMs, toUtcMs, cause } = body;
  if (toUtcMs < fromUtcMs || toUtcMs > from.receivedAt.getTime() + futureLimitMs) return false;
  return insertGap(work.trx, from, { id: gapId, cameraId, streamId, fromAt: new Date(fromUtcMs), toAt: new Date(toUtcMs), cause });
}
