import type { RuleZone, TrackConditionOf } from '@sightline/contracts/alert-rules/track-conditions';
import { motionColumns, motionRows } from '@sightline/contracts/events/motion';
import type { Box } from '@sightline/contracts/events/event';
import { holdsPoint } from '../../cameras/areas.ts';
import type { MotionFact } from '../facts.ts';
import type { Subject } from '../subjects.ts';
import { never, type KindRun, type Scene } from '../scene.ts';
import { trespassing } from './trespassing.ts';

interface Moving {
  zones: readonly RuleZone[];
  minCells: number;
  minLevel: number;
  onS: number;
  offS: number;
  ignoresExplained: boolean;
}

/** Motion somewhat beside a box is still by what is in it. */
const margin = 0.3;

const middles = Array.from({ length: motionColumns * motionRows }, (_, cell) => ({
  x: ((cell % motionColumns) + 0.5) / motionColumns,
  y: (Math.floor(cell / motionColumns) + 0.5) / motionRows,
}));

const explains = ({ x, y, width, height }: Box, point: { x: number; y: number }): boolean =>
  Math.abs(point.x - x - width / 2) <= width * (0.5 + margin) &&
  Math.abs(point.y - y - height / 2) <= height * (0.5 + margin);

/** A replay asks for every second of a week: nothing is made for it. */
function countMoved(cells: readonly number[], hasMoved: (cell: number) => boolean): number {
  let count = 0;
  for (const cell of cells) if (hasMoved(cell)) count += 1;
  return count;
}

/** Cells move in the picture or a zone, for whole seconds. */
function moving(
  asked: Moving,
  { episodes, zoneIds }: Scene,
): Pick<KindRun, 'looked' | 'moved' | 'dueUtcMs' | 'fallDue'> {
  const key = 'motion';
  const cells = middles.flatMap((middle, cell) =>
    asked.zones.length === 0 || asked.zones.some(({ points }) => holdsPoint(points, middle)) ? [cell] : [],
  );
  /** Everybody that was seen in the second that runs. */
  let seen: Subject[] = [];
  let onSinceUtcMs: number | null = null;
  let lastOnUtcMs = -never;
  const isExplained = (cell: number): boolean =>
    asked.ignoresExplained && seen.some((subject) => explains(subject.last.box, middles[cell]!));
  const countOf = ({ levels }: MotionFact): number =>
    countMoved(cells, (cell) => levels[cell]! >= asked.minLevel && !isExplained(cell));
  return {
    looked(_atUtcMs, told) {
      for (const { subject } of told) seen.push(subject);
    },
    moved(fact) {
      const count = fact.isGlobal ? 0 : countOf(fact);
      seen = [];
      if (count < asked.minCells) {
        if (!episodes.isHeld(key)) onSinceUtcMs = null;
        return;
      }
      onSinceUtcMs ??= fact.atUtcMs - 1000;
      lastOnUtcMs = fact.atUtcMs;
      if (fact.atUtcMs - onSinceUtcMs < asked.onS * 1000) return;
      const placeId = zoneIds[0] ?? null;
      const why = {
        what: 'movedCells' as const,
        value: count,
        limit: asked.minCells,
        placeId,
        class: null,
        score: null,
      };
      episodes.begin({ key, sinceUtcMs: onSinceUtcMs, why: [why], subjectIds: [] }, fact.atUtcMs);
    },
    dueUtcMs: () => (episodes.isHeld(key) ? lastOnUtcMs + asked.offS * 1000 : never),
    fallDue(atUtcMs) {
      if (!episodes.isHeld(key) || lastOnUtcMs + asked.offS * 1000 > atUtcMs) return;
      onSinceUtcMs = null;
      episodes.end(key, lastOnUtcMs);
    },
  };
}

/** Something moves. */
export const motion = (condition: TrackConditionOf<'motion'>, scene: Scene): KindRun => moving(condition, scene);

/** Nothing at all may be there: nobody, and no motion that nobody explains where that is asked for. */
export function zoneProtection(condition: TrackConditionOf<'zoneProtection'>, scene: Scene): KindRun {
  const { zones, minCells, minLevel } = condition;
  const inZone = trespassing({ ...condition, kind: 'trespassing', countsPresent: true }, scene);
  if (!condition.withMotion) return inZone;
  const inCells = moving({ zones, minCells, minLevel, onS: 2, offS: 5, ignoresExplained: true }, scene);
  return {
    ...inZone,
    looked: inCells.looked,
    moved: inCells.moved,
    dueUtcMs: () => Math.min(inZone.dueUtcMs(), inCells.dueUtcMs()),
    fallDue(atUtcMs) {
      inZone.fallDue(atUtcMs);
      inCells.fallDue(atUtcMs);
    },
  };
}
