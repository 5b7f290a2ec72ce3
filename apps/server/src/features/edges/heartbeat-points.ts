import type { EdgeHeartbeats, HeartbeatPoint } from '@sightline/contracts/edges/edge-health';
import { maxHeartbeatPoints } from '@sightline/contracts/edges/heartbeat-limits';
import { heartbeatMs } from '@sightline/contracts/link/link';
import type { BucketRow } from './edge-health.repository.ts';

const minuteMs = 60_000;

/** Whole minutes, so few that a range holds at most as many points as one answer. */
export const stepOf = (rangeMs: number): number =>
  Math.max(1, Math.ceil(rangeMs / maxHeartbeatPoints / minuteMs)) * minuteMs;

/** The range that is answered: begins with a whole minute and ends at the latest now. */
export function answeredRange(
  wanted: { fromUtcMs: number; toUtcMs: number },
  nowUtcMs: number,
): { fromUtcMs: number; toUtcMs: number; stepMs: number } {
  const fromUtcMs = Math.floor(wanted.fromUtcMs / minuteMs) * minuteMs;
  const toUtcMs = Math.max(fromUtcMs, Math.min(wanted.toUtcMs, nowUtcMs));
  return { fromUtcMs, toUtcMs, stepMs: stepOf(toUtcMs - fromUtcMs) };
}

const silent = {
  beats: 0,
  cpuShare: null,
  memoryShare: null,
  diskFreeBytes: null,
  load: null,
  celsius: null,
  outboxDepth: null,
  clockOffsetMs: null,
};

/** Every span of a range, with those in which nothing was heard. */
export function heartbeatPoints(
  range: { fromUtcMs: number; toUtcMs: number; stepMs: number },
  rows: readonly BucketRow[],
): Omit<EdgeHeartbeats, 'firstHeardUtcMs'> {
  const { fromUtcMs, toUtcMs, stepMs } = range;
  const heard = new Map(rows.map(({ at, ...figures }) => [at.getTime(), figures]));
  const points: HeartbeatPoint[] = [];
  for (let atUtcMs = fromUtcMs; atUtcMs < toUtcMs; atUtcMs += stepMs) {
    const expected = Math.max(1, Math.floor(Math.min(stepMs, toUtcMs - atUtcMs) / heartbeatMs));
    points.push({ atUtcMs, expected, ...(heard.get(atUtcMs) ?? silent) });
  }
  return { ...range, points };
}
