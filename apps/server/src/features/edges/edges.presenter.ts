import type { CoreNotice, Edge, EdgeState } from '@sightline/contracts/edges/edge';
import { readShown } from '../../platform/database/shown-status.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { NoticeRow } from './edge-notices.repository.ts';
import { edgeRights } from './edges.policy.ts';
import type { EdgeRow } from './edges.repository.ts';

/** The one state of a core that people read. */
export function edgeStateOf(row: Pick<EdgeRow, 'claimedAt' | 'revokedAt' | 'isLinked'>): EdgeState {
  if (row.revokedAt !== null) return 'revoked';
  if (row.claimedAt === null) return 'unclaimed';
  return row.isLinked ? 'online' : 'offline';
}

/** The only form in which a core leaves the server. */
export const presentEdge = (row: EdgeRow, actor: MemberActor): Edge => ({
  id: row.id,
  name: row.name,
  locationId: row.locationId,
  timeZone: row.timeZone,
  hosted: row.hosted,
  state: edgeStateOf(row),
  sinceUtcMs: row.stateSince?.getTime() ?? null,
  status: readShown(row, row.createdAt),
  version: row.version,
  capabilities: row.capabilities,
  health: row.health,
  clockOffsetMs: row.clockOffsetMs,
  lastSeenUtcMs: row.lastSeenAt?.getTime() ?? null,
  cameraCount: row.cameraCount,
  isSync: row.appliedOperation >= row.lastOperation && row.contentMatches,
  leastDays: row.leastDays,
  takesLeastDays: row.lastSeenAt === null ? null : row.syncedKinds.includes('coreSettings'),
  createdAt: row.createdAt.getTime(),
  revision: row.revision,
  can: edgeRights(actor, row.entityPath),
});

/** What a core said about itself. */
export const presentNotice = ({ at, receivedAt, code, detail }: NoticeRow): CoreNotice => ({
  atUtcMs: at.getTime(),
  receivedAtUtcMs: receivedAt.getTime(),
  code,
  detail,
});
