import type { EventClass, EventMark, EventSeverity } from '@sightline/contracts/events/event';

/** One sign of the lane: an event, or several that would lie on each other. Pixels. */
export interface LaneSign {
  x: number;
  /** Half of its width. */
  half: number;
  marks: EventMark[];
  classes: EventClass[];
  severity: EventSeverity;
}

interface Place {
  view: { fromMs: number; toMs: number };
  width: number;
}

const markHalf = 5;
/** Signs closer than this become one. */
const nearPx = 8;
const glyphPx = 10;
const digitPx = 7;
const paddingPx = 5;
const severities: readonly EventSeverity[] = ['info', 'warning', 'critical'];
const classes: readonly EventClass[] = ['person', 'vehicle', 'animal'];

/** Width of a sign that stands for several events: the shapes in it, and their count. */
export const clusterWidth = ({ classes: kinds, marks }: Pick<LaneSign, 'classes' | 'marks'>): number =>
  2 * paddingPx + kinds.length * glyphPx + String(marks.length).length * digitPx + 2;

/** Signs of a lane from left to right; what would touch is one sign with a count. `marks` are in order of their start. */
export function clusterMarks(marks: readonly EventMark[], { view, width }: Place): LaneSign[] {
  const pxPerMs = width / (view.toMs - view.fromMs);
  const signs: LaneSign[] = [];
  let first = 0;
  for (const mark of marks) {
    const x = (mark.startedAtUtcMs - view.fromMs) * pxPerMs;
    if (x < -60 || x > width + 60) continue;
    const before = signs.at(-1);
    if (before && x - before.x < before.half + nearPx) join(before, mark, first);
    else {
      first = x;
      signs.push({ x, half: markHalf, marks: [mark], classes: [mark.class], severity: mark.severity });
    }
  }
  return signs;
}

function join(sign: LaneSign, mark: EventMark, first: number): void {
  sign.marks.push(mark);
  if (!sign.classes.includes(mark.class))
    sign.classes = classes.filter((kind) => kind === mark.class || sign.classes.includes(kind));
  if (severities.indexOf(mark.severity) > severities.indexOf(sign.severity)) sign.severity = mark.severity;
  sign.half = clusterWidth(sign) / 2;
  // It grows to the right from its first event: growing to the left would lay it over the sign before.
  sign.x = first - markHalf + sign.half;
}
