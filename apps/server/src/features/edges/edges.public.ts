import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Database, Work } from '../../platform/database/database.ts';
import { hasLocalCore } from './edge-claims.repository.ts';
import { requireEdge } from './edges.policy.ts';
import { edgesServing, findEdge, lockEdge, type EdgeRow } from './edges.repository.ts';

export { deleteExpiredClaimCodes } from './edge-claims.repository.ts';
export { deleteOldHeartbeats } from './edge-health.repository.ts';
export { edgeStateOf } from './edges.presenter.ts';
export { visibleCoreIds } from './visible-cores.ts';

/** Whether the core on the machine of the server waits for somebody to take it. */
export const localCoreWaits = async (database: Database, localClaimFile: string | null): Promise<boolean> =>
  localClaimFile !== null && !(await hasLocalCore(database));

/** What the server itself has to say of a core. */
export { insertNotice as addNotice, noteUnknownCamera } from './edge-notices.repository.ts';

/** Whether two addresses, as this server sees them, stand for one network. */
export { isSameNetwork } from './same-network.ts';

/** The core itself when the actor may do this with it; 404 or 403 otherwise. */
export { requireEdge };

/** Cores that stand at a location, and those that record a camera of it, by name. */
export { edgesServing };

/** A core with what it last said of itself. */
export type ServingEdge = EdgeRow;

/** Bus topic: `{ edgeId }` of a core that has operations to be told of. */
export const operationsTopic = 'edges.operations';

/** Bus topic: `{ edgeId }` of a core whose link must end now, because it was revoked, deleted or claimed anew. */
export const edgeEndedTopic = 'edges.ended';

/** A core as other features see it: where it is and whether it has its link. */
export interface EdgeRef {
  id: string;
  name: string;
  locationId: string;
  /** Runs beside the server: its cameras have places of their own. */
  hosted: boolean;
  entityPath: string[];
  isLinked: boolean;
  /** Null as long as no machine was ever paired with it. */
  claimedAt: Date | null;
  /** Since when the machine that was paired with it is not let in any more. */
  revokedAt: Date | null;
}

/** Why a core without its link does not answer. */
export function awayCode({ claimedAt, revokedAt }: Pick<EdgeRef, 'claimedAt' | 'revokedAt'>): ErrorCode {
  if (revokedAt !== null) return 'core_pairing_revoked';
  return claimedAt === null ? 'core_never_connected' : 'core_offline';
}

/** Finds a core by id; undefined when it does not exist in this organization. */
export const findEdgeRef = (trx: Work, organizationId: string, edgeId: string): Promise<EdgeRef | undefined> =>
  findEdge(trx, organizationId, edgeId);

/** Finds a core by id with what it last said of itself. */
export const findServingEdge = (trx: Work, organizationId: string, edgeId: string): Promise<ServingEdge | undefined> =>
  findEdge(trx, organizationId, edgeId);

/** Finds a core and keeps it from being deleted until the transaction ends. */
export async function holdEdge(trx: Work, organizationId: string, edgeId: string): Promise<EdgeRef | undefined> {
  await lockEdge(trx, organizationId, edgeId);
  return findEdge(trx, organizationId, edgeId);
}

/** Writes "entity X reaches revision N" for a core, in the transaction of the change itself; publish `operationsTopic` after commit. */
export { insertOperation as addOperation } from './edge-operations.repository.ts';

/** Which kinds of entities a core takes operations of, and which cores take those of a kind. */
export { edgesKnowing, findSyncedCore } from './edge-operations.repository.ts';

/** Kinds of things that several cores are told alike. */
export { createSharedEntity, followShared, type SharedEntity } from './shared-entity.ts';
