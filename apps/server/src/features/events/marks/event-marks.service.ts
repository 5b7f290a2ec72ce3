import type { eventsCalls } from '@sightline/contracts/events/events.api';
import type { MotionHeat, MotionMatches } from '@sightline/contracts/events/motion';
import type { CallInput, CallOutput } from '@sightline/contracts/shared/call';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../../platform/link/edge-commands.ts';
import { cameraFor, hiddenFrom } from '../../cameras/cameras.public.ts';
import { hidesAppearance, shownPoints } from './event-hiding.ts';
import type { HiddenFrom } from './event-hiding.repository.ts';
import { withEnd } from '../event-end.ts';
import { presentMark } from './event-marks.presenter.ts';
import { marksOf, pathsOf, type PathRow } from './event-marks.repository.ts';
import { requireRange } from '../search/event-search.ts';
import { shownCells, shownHeat } from './motion-hiding.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const longestMarksMs = 31 * dayMs;
const longestMotionMs = 92 * dayMs;
const longestHeatMs = 7 * dayMs;
const motionTimeoutMs = 20_000;
const maxPaths = 2_000;

type Calls = typeof eventsCalls;
type Query<K extends 'ofCamera' | 'paths' | 'motion' | 'motionHeat'> = CallInput<Calls[K]>['query'];

interface Asked<K extends 'paths' | 'motion' | 'motionHeat'> {
  cameraId: string;
  query: Query<K>;
}

interface MarksDeps {
  database: Database;
  edges: EdgeCommands;
  clock: Clock;
}

/** What a camera saw and where something moved, for its timeline. */
export type EventMarksService = ReturnType<typeof createEventMarksService>;

/** Events along a camera's time. Motion is asked of the core: its index lies with the footage. */
export function createEventMarksService(deps: MarksDeps) {
  return {
    ofCamera: async (
      actor: MemberActor,
      cameraId: string,
      query: Query<'ofCamera'>,
    ): Promise<CallOutput<Calls['ofCamera']>> => {
      const { hidden } = await camera(deps, actor, cameraId);
      requireRange(query, longestMarksMs);
      const range = { cameraId, hidden, ...query, limit: query.limit + 1 };
      const rows = await deps.database.withOrganization(actor.organizationId, (trx) =>
        marksOf(trx, actor.organizationId, range),
      );
      return {
        items: rows.slice(0, query.limit).map((row) => presentMark(withEnd(row, deps.clock()))),
        isComplete: rows.length <= query.limit,
      };
    },
    paths: (actor: MemberActor, cameraId: string, query: Query<'paths'>): Promise<CallOutput<Calls['paths']>> =>
      paths(deps, actor, { cameraId, query }),
    motion: (actor: MemberActor, cameraId: string, query: Query<'motion'>): Promise<MotionMatches> =>
      motion(deps, actor, { cameraId, query }),
    motionHeat: (actor: MemberActor, cameraId: string, query: Query<'motionHeat'>): Promise<MotionHeat> =>
      motionHeat(deps, actor, { cameraId, query }),
  };
}

const camera = (
  { database }: MarksDeps,
  actor: MemberActor,
  cameraId: string,
): Promise<{ edgeId: string; hidden: HiddenFrom }> =>
  database.withOrganization(actor.organizationId, async (trx) => {
    const { edgeId } = await cameraFor(trx, actor, { cameraId, permission: 'PlaybackView' });
    return { edgeId, hidden: await hiddenFrom(trx, actor, [cameraId]) };
  });

async function paths(
  deps: MarksDeps,
  actor: MemberActor,
  { cameraId, query }: Asked<'paths'>,
): Promise<CallOutput<Calls['paths']>> {
  const { hidden } = await camera(deps, actor, cameraId);
  requireRange(query, hourMs);
  const range = { cameraId, hidden, ...query, limit: maxPaths };
  const rows = await deps.database.withOrganization(actor.organizationId, (trx) =>
    pathsOf(trx, actor.organizationId, range),
  );
  const plateOf = (row: PathRow): string | null =>
    hidesAppearance(hidden, { cameraId, class: row.class }) ? null : row.plate;
  return {
    items: rows.map((row) => ({
      ...presentMark(withEnd(row, deps.clock())),
      path: shownPoints(hidden.get(cameraId), row.path),
      plate: plateOf(row),
    })),
  };
}

async function motion(
  deps: MarksDeps,
  actor: MemberActor,
  { cameraId, query }: Asked<'motion'>,
): Promise<MotionMatches> {
  const { edgeId, hidden } = await camera(deps, actor, cameraId);
  requireRange(query, longestMotionMs);
  const cells = shownCells(query.cells, hidden.get(cameraId));
  // Nothing of what was asked for is shown: of none of it is known when it moved.
  if (cells === null) return { items: [], knownMs: 0, nextToUtcMs: null };
  return deps.edges.request({
    organizationId: actor.organizationId,
    edgeId,
    command: 'motion.search',
    body: { cameraId, ...query, cells },
    timeoutMs: motionTimeoutMs,
  });
}

async function motionHeat(
  deps: MarksDeps,
  actor: MemberActor,
  { cameraId, query }: Asked<'motionHeat'>,
): Promise<MotionHeat> {
  const { edgeId, hidden } = await camera(deps, actor, cameraId);
  requireRange(query, longestHeatMs);
  const heat = await deps.edges.request({
    organizationId: actor.organizationId,
    edgeId,
    command: 'motion.heat',
    body: { cameraId, ...query },
    timeoutMs: motionTimeoutMs,
  });
  return { ...heat, movedMs: shownHeat(heat.movedMs, hidden.get(cameraId)) };
}
