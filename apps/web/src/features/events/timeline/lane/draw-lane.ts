import type { EventClass, EventMark } from '@sightline/contracts/events/event';
import { traceClass } from '../class-shape.ts';
import type { LaneSign } from './cluster-marks.ts';
import { endOf } from './merge-marks.ts';

export interface LaneCanvas {
  context: CanvasRenderingContext2D;
  view: { fromMs: number; toMs: number };
  width: number;
  nowMs: number;
  token: (name: string) => string;
}

/** Rows of the lane in CSS pixels: signs in the middle, below them bars for how long events lasted. */
export const laneRows = { top: 28, middle: 41, barTop: 51, barHeight: 3, bottom: 57 } as const;

const markPx = 10;
const glyphPx = 7;
const pillHeight = 16;
const classTokens: Record<EventClass, string> = { person: '--s-person', vehicle: '--s-vehicle', animal: '--s-animal' };

/** Bars of lasting events, also of those that began before the view, then signs. */
export function drawLane(canvas: LaneCanvas, marks: readonly EventMark[], signs: readonly LaneSign[]): void {
  drawBars(canvas, marks);
  for (const sign of signs) {
    if (sign.marks.length > 1) drawCluster(canvas, sign);
    else drawMark(canvas, sign);
  }
}

function drawBars({ context, view, width, nowMs, token }: LaneCanvas, marks: readonly EventMark[]): void {
  const pxPerMs = width / (view.toMs - view.fromMs);
  for (const mark of marks) {
    const from = Math.max(-2, (mark.startedAtUtcMs - view.fromMs) * pxPerMs);
    const to = Math.min(width, (endOf(mark, nowMs) - view.fromMs) * pxPerMs);
    if (to - from < 2 || to < 0) continue;
    context.fillStyle = token(classTokens[mark.class]);
    context.globalAlpha = mark.isStationary ? 0.45 : 0.85;
    context.fillRect(from, laneRows.barTop, to - from, laneRows.barHeight);
  }
  context.globalAlpha = 1;
}

function diamond(context: CanvasRenderingContext2D, x: number, half: number): void {
  context.beginPath();
  context.moveTo(x, laneRows.middle - half);
  context.lineTo(x + half, laneRows.middle);
  context.lineTo(x, laneRows.middle + half);
  context.lineTo(x - half, laneRows.middle);
  context.closePath();
}

/** Critical: a filled diamond around the shape of the class. Warning: its outline. */
function drawMark({ context, token }: LaneCanvas, { x, marks, severity }: LaneSign): void {
  const kind = marks[0]!.class;
  if (severity !== 'info') {
    diamond(context, x, 11);
    context.fillStyle = severity === 'critical' ? token('--s-bad') : token('--s-tl-bg');
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = severity === 'critical' ? token('--s-tl-bg') : token('--s-warn');
    context.stroke();
  }
  traceClass(context, kind, { x, y: laneRows.middle, size: severity === 'info' ? markPx : glyphPx });
  context.fillStyle = severity === 'critical' ? token('--s-tl-bg') : token(classTokens[kind]);
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = token('--s-tl-bg');
  context.stroke();
}

function drawCluster({ context, token }: LaneCanvas, sign: LaneSign): void {
  const left = sign.x - sign.half;
  context.beginPath();
  context.roundRect(left, laneRows.middle - pillHeight / 2, 2 * sign.half, pillHeight, 4);
  context.fillStyle = token('--s-raised');
  context.fill();
  context.lineWidth = sign.severity === 'info' ? 1 : 2;
  context.strokeStyle = token(
    sign.severity === 'critical' ? '--s-bad' : sign.severity === 'warning' ? '--s-warn' : '--s-line-strong',
  );
  context.stroke();
  for (const [index, kind] of sign.classes.entries()) {
    traceClass(context, kind, { x: left + 5 + 4 + index * 10, y: laneRows.middle, size: glyphPx });
    context.fillStyle = token(classTokens[kind]);
    context.fill();
  }
  context.font = `500 11px ${token('--s-font')}`;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillStyle = token('--s-text');
  context.fillText(String(sign.marks.length), sign.x + sign.half - 5, laneRows.middle + 0.5);
}
