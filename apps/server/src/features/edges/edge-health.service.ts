import type { EdgeHeartBeatStatus, EdgeHeartbeats, EdgeSystemStatus } from '@sightline/contracts/edges/edge-health';
import { heartbeatDays } from '@sightline/contracts/edges/heartbeat-limits';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeNetworks } from '../../platform/link/edge-networks.ts';
import { findVitals, firstHeartbeat, heartbeatBuckets, type VitalsRow } from './edge-health.repository.ts';
import { requireEdge } from './edges.policy.ts';
import { edgeStateOf } from './edges.presenter.ts';
import { findEdge, type EdgeRow } from './edges.repository.ts';
import { answeredRange, heartbeatPoints } from './heartbeat-points.ts';

const dayMs = 86_400_000;
/** Three heartbeats that did not come. */
const lateMs = 15_000;

/** What the history of heartbeats needs from the rest of the server. */
export interface EdgeHealthDeps {
  database: Database;
  clock: Clock;
  networks: EdgeNetworks;
}

/** How cores are and were. */
export type EdgeHealthService = ReturnType<typeof createEdgeHealthService>;

/** Reads what heartbeats told. */
export function createEdgeHealthService({ database, clock, networks }: EdgeHealthDeps) {
  const withEdge = <T>(
    actor: MemberActor,
    edgeId: string,
    read: (trx: Work, edge: EdgeRow) => Promise<T>,
  ): Promise<T> =>
    database.withOrganization(actor.organizationId, async (trx) =>
      read(trx, requireEdge(actor, await findEdge(trx, actor.organizationId, edgeId), 'CoreView')),
    );
  return {
    systemStatus: (actor: MemberActor, edgeId: string): Promise<EdgeSystemStatus> =>
      withEdge(actor, edgeId, async (trx, edge) => {
        const vitals = await findVitals(trx, { organizationId: actor.organizationId, edgeId });
        const network = networks.of(edgeId);
        return {
          edgeId,
          state: edgeStateOf(edge),
          sinceUtcMs: edge.stateSince?.getTime() ?? null,
          edgeHeartBeatStatus: heartBeatStatusOf(edge, clock()),
          lastSeenUtcMs: edge.lastSeenAt?.getTime() ?? null,
          version: edge.version,
          capabilities: edge.capabilities,
          health: edge.health,
          clockOffsetMs: edge.clockOffsetMs,
          outboxDepth: vitals.outboxDepth,
          publicAddress: network?.publicAddress ?? null,
          lanAddresses: [...(network?.lanAddresses ?? [])],
          metadata: { bucketTransitions: transitionsOf(vitals) },
        };
      }),
    heartbeats: (
      actor: MemberActor,
      edgeId: string,
      wanted: { fromUtcMs: number; toUtcMs: number },
    ): Promise<EdgeHeartbeats> =>
      withEdge(actor, edgeId, (trx) =>
        heartbeats(trx, { organizationId: actor.organizationId, edgeId }, { ...wanted, nowUtcMs: clock() }),
      ),
  };
}

async function heartbeats(
  trx: Work,
  place: { organizationId: string; edgeId: string },
  { nowUtcMs, ...wanted }: { fromUtcMs: number; toUtcMs: number; nowUtcMs: number },
): Promise<EdgeHeartbeats> {
  const { fromUtcMs, toUtcMs } = wanted;
  if (fromUtcMs >= toUtcMs || toUtcMs - fromUtcMs > heartbeatDays * dayMs)
    throw new AppError('search_range_invalid', { maxDays: heartbeatDays });
  const range = answeredRange(wanted, nowUtcMs);
  const rows = await heartbeatBuckets(trx, place, {
    from: new Date(range.fromUtcMs),
    to: new Date(range.toUtcMs),
    stepMs: range.stepMs,
  });
  const first = await firstHeartbeat(trx, place);
  return { ...heartbeatPoints(range, rows), firstHeardUtcMs: first?.getTime() ?? null };
}

/** Whether a core is heard as often as it should be. */
export function heartBeatStatusOf(
  edge: Pick<EdgeRow, 'isLinked' | 'lastSeenAt'>,
  nowUtcMs: number,
): EdgeHeartBeatStatus {
  if (edge.lastSeenAt === null) return 'never';
  if (!edge.isLinked) return 'silent';
  return nowUtcMs - edge.lastSeenAt.getTime() > lateMs ? 'late' : 'steady';
}

const transitionsOf = ({
  minuteSince,
  hourSince,
  daySince,
}: VitalsRow): EdgeSystemStatus['metadata']['bucketTransitions'] =>
  minuteSince && hourSince && daySince
    ? { minuteUtcMs: minuteSince.getTime(), hourUtcMs: hourSince.getTime(), dayUtcMs: daySince.getTime() }
    : null;
