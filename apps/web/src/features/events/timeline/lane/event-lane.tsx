import type { EventMark } from '@sightline/contracts/events/event';
import { lazy, Suspense } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { LaneSign } from './cluster-marks.ts';
import { clusterMarks } from './cluster-marks.ts';
import { drawLane } from './draw-lane.ts';
import type { LaneCanvas } from './draw-lane.ts';
import { leadMs, signAt, viewOf } from './lane-hit.ts';
import type { LaneTipProps } from './mark-tip.tsx';

/** Fetched when a pointer first lies over a mark. Where the server is away by then, whoever watches goes on without it. */
const LaneTip = lazy(async (): Promise<{ default: ComponentType<LaneTipProps> }> => {
  try {
    return { default: (await import('./mark-tip.tsx')).LaneTip };
  } catch {
    return { default: () => null };
  }
});

interface LaneView {
  view: { fromMs: number; toMs: number };
  width: number;
}

interface LaneHit {
  key: string;
  x: number;
  playFromMs: number;
  zoomTo: { fromMs: number; toMs: number } | null;
}

/** The lane of events, as a timeline takes it: draws, finds what lies under a pointer, and says what it is. */
export interface EventLane {
  draw: (canvas: LaneCanvas) => void;
  hit: (place: LaneView & { x: number; y: number; nowMs: number }) => LaneHit | null;
  tip: (hit: LaneHit) => ReactNode;
}

/** Makes the lane of these marks, which are in order of their start. */
export function eventLane(marks: readonly EventMark[], timeZone: string): EventLane {
  let known: LaneView & { signs: LaneSign[] } = { view: { fromMs: 0, toMs: 1 }, width: 0, signs: [] };
  const signsOf = ({ view, width }: LaneView): LaneSign[] => {
    if (known.view !== view || known.width !== width)
      known = { view, width, signs: clusterMarks(marks, { view, width }) };
    return known.signs;
  };
  const under = new Map<string, readonly EventMark[]>();
  return {
    draw: (canvas) => drawLane(canvas, marks, signsOf(canvas)),
    hit: (place) => {
      const found = signAt({ signs: signsOf(place), marks }, place);
      const first = found?.marks[0];
      if (!found || !first) return null;
      const key = found.marks.length === 1 ? first.id : `${first.id}+${found.marks.length}`;
      under.set(key, found.marks);
      return { key, x: found.x, playFromMs: first.startedAtUtcMs - leadMs, zoomTo: viewOf(found.marks) };
    },
    tip: ({ key }) => {
      const told = under.get(key) ?? [];
      if (told.length === 0) return null;
      return (
        <Suspense>
          <LaneTip marks={told} timeZone={timeZone} />
        </Suspense>
      );
    },
  };
}
