import type { EventMark } from '@sightline/contracts/events/event';
import type { LaneSign } from './cluster-marks.ts';
import { laneRows } from './draw-lane.ts';
import { endOf } from './merge-marks.ts';

interface LanePlace {
  x: number;
  y: number;
  view: { fromMs: number; toMs: number };
  width: number;
  nowMs: number;
}

export interface LaneMarks {
  signs: readonly LaneSign[];
  marks: readonly EventMark[];
}

/** A sign, or the bar of one event, under a pointer. */
export interface SignHit {
  x: number;
  marks: readonly EventMark[];
}

const reachPx = 9;

/** What lies at a place of the lane; signs win over bars. */
export function signAt({ signs, marks }: LaneMarks, { x, y, view, width, nowMs }: LanePlace): SignHit | null {
  if (y < laneRows.top || y > laneRows.bottom) return null;
  const near = signs.filter((sign) => Math.abs(sign.x - x) <= Math.max(reachPx, sign.half));
  const nearest = near.toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0];
  if (nearest && y < laneRows.barTop) return nearest;
  const at = view.fromMs + (x / width) * (view.toMs - view.fromMs);
  const bar = marks.findLast((mark) => mark.startedAtUtcMs <= at && at <= endOf(mark, nowMs));
  return bar ? { x, marks: [bar] } : (nearest ?? null);
}

/** An event is played from a little before it. */
export const leadMs = 2000;

const shortestClusterMs = 4000;

/** The view that shows the events of a cluster apart; null when they began together, which no zoom undoes. */
export function viewOf(marks: readonly EventMark[]): { fromMs: number; toMs: number } | null {
  const from = marks[0]?.startedAtUtcMs ?? 0;
  const to = marks.at(-1)?.startedAtUtcMs ?? 0;
  if (marks.length < 2 || to - from < shortestClusterMs) return null;
  const room = (to - from) * 0.15;
  return { fromMs: Math.round(from - room), toMs: Math.round(to + room) };
}
