import type { PartStatus } from '@sightline/contracts/status/status';
import { cameraPartsOf } from '@sightline/domain/cameras/camera-status';
import type { Work } from '../../platform/database/database.ts';
import { cameraFactsOf } from './status-events.ts';
import { cameraFacts, edgeFacts } from './status-facts.repository.ts';
import { findKeptStatus, type KeptNow } from './status-history.repository.ts';

export { statusLooked } from './status-moments.ts';

/** Where and when somebody asks how a thing is. */
interface StatusAt {
  organizationId: string;
  nowUtcMs: number;
}

/** How a camera is, as it is shown. */
export interface CameraNow extends Omit<KeptNow, 'heldUntilUtcMs'> {
  edgeId: string;
  /** Of what is to be written. */
  storage: PartStatus;
  analytics: PartStatus;
  /** Somebody wants its pictures analysed. */
  isAnalysed: boolean;
}

/** How a camera is; undefined for one that is not in use. */
export async function cameraNow(
  trx: Work,
  { organizationId, nowUtcMs }: StatusAt,
  cameraId: string,
): Promise<CameraNow | undefined> {
  const [row] = await cameraFacts(trx, { organizationId, nowUtcMs }, [cameraId]);
  const kept = await findKeptStatus(trx, { organizationId, entityId: cameraId });
  if (!row || !kept) return undefined;
  const { storage, analytics } = cameraPartsOf(cameraFactsOf(row));
  return { edgeId: row.edgeId, ...kept, storage, analytics, isAnalysed: row.isAnalysed };
}

/** How a core is, as it is shown. */
export interface EdgeNow extends KeptNow {
  lastSeenUtcMs: number | null;
}

/** How a core is; undefined for one that is not in use. */
export async function edgeNow(
  trx: Work,
  { organizationId, nowUtcMs }: StatusAt,
  edgeId: string,
): Promise<EdgeNow | undefined> {
  const [row] = await edgeFacts(trx, { organizationId, nowUtcMs }, [edgeId]);
  const kept = await findKeptStatus(trx, { organizationId, entityId: edgeId });
  return row && kept && { ...kept, lastSeenUtcMs: row.lastSeenAt?.getTime() ?? null };
}
