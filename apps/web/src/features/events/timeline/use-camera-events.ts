import type { EventClass, EventMark } from '@sightline/contracts/events/event';
import { useCallback, useMemo, useState } from 'react';
import type { EventLane } from './lane/event-lane.tsx';
import { eventLane } from './lane/event-lane.tsx';
import type { MarkTile } from './lane/mark-tiles.ts';
import { markTiles } from './lane/mark-tiles.ts';
import { ofClasses } from './lane/merge-marks.ts';
import type { EventMarks } from './lane/use-event-marks.ts';
import { useEventMarks } from './lane/use-event-marks.ts';

interface CameraEventsRequest {
  cameraId: string;
  timeZone: string;
  nowMs: () => number;
}

/** Events of one camera around what the timeline shows. */
export interface CameraEvents extends Omit<EventMarks, 'marks'> {
  marks: EventMark[];
  lane: EventLane;
  classes: EventClass[];
  toggleClass: (kind: EventClass) => void;
  /** To be called with what the timeline shows. */
  onView: (view: { fromMs: number; toMs: number }) => void;
}

const isSame = (a: readonly MarkTile[], b: readonly MarkTile[]): boolean =>
  a.length === b.length &&
  a.every((tile, index) => tile.fromUtcMs === b[index]?.fromUtcMs && tile.toUtcMs === b[index]?.toUtcMs);

/** Reads marks for the view of a timeline and makes its lane; `classes` narrows both, none means all. */
export function useCameraEvents({ cameraId, timeZone, nowMs }: CameraEventsRequest): CameraEvents {
  const [tiles, setTiles] = useState<MarkTile[]>([]);
  const [classes, setClasses] = useState<EventClass[]>([]);
  const onView = useCallback(
    (view: { fromMs: number; toMs: number }) => {
      const next = markTiles(view, nowMs());
      setTiles((known) => (isSame(known, next) ? known : next));
    },
    [nowMs],
  );
  const { marks: all, ...answer } = useEventMarks({ cameraId, tiles, nowMs });
  const marks = useMemo(() => ofClasses(all, classes), [all, classes]);
  const lane = useMemo(() => eventLane(marks, timeZone), [marks, timeZone]);
  const toggleClass = (kind: EventClass): void =>
    setClasses((chosen) => (chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind]));
  return { ...answer, marks, lane, classes, toggleClass, onView };
}
