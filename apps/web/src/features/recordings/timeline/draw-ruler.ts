import type { Canvas } from './draw-track.ts';
import type { Tick } from './ticks.ts';
import { layout, timelineHeight } from './timeline-layout.ts';
import { pixelOf } from './timeline-view.ts';

interface RulerDeps {
  ticks: readonly Tick[];
  labelOf: (tick: Tick) => string;
  /** Playhead in pixels; labels near it give way. */
  playhead: number;
}

/** Ticks and times above the track. */
export function drawRuler({ context, palette, view, width }: Canvas, { ticks, labelOf, playhead }: RulerDeps): void {
  context.font = `400 11px ${palette.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const tick of ticks) {
    const x = Math.round(pixelOf(view, width, tick.utcMs));
    context.fillStyle = palette.tick;
    const height = tick.isLabelled ? layout.labelledTick : layout.tick;
    context.fillRect(x, layout.ruler - height, 1, height);
    if (!tick.isLabelled) continue;
    context.fillStyle = palette.line;
    context.fillRect(x, layout.ruler, 1, layout.trackBottom - layout.ruler);
    if (Math.abs(x - playhead) < layout.labelClearance) continue;
    const label = labelOf(tick);
    const half = context.measureText(label).width / 2;
    // A label cut by the edge would name another time.
    if (x < half || x > width - half) continue;
    context.fillStyle = palette.text2;
    context.fillText(label, x, layout.labelY);
  }
}

/** Playhead line with its time flag, kept on screen at the edges. */
export function drawPlayhead({ context, palette, width }: Canvas, playhead: number, time: string): void {
  if (playhead < -1 || playhead > width + 1) return;
  context.fillStyle = palette.playhead;
  context.fillRect(Math.round(playhead) - 1, 0, 2, timelineHeight);
  context.font = `600 12px ${palette.font}`;
  const flag = context.measureText(time).width + 14;
  const x = Math.min(width - flag, Math.max(0, playhead - flag / 2));
  context.beginPath();
  context.roundRect(x, 4, flag, layout.flagHeight, 4);
  context.fill();
  context.fillStyle = palette.surface;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(time, x + flag / 2, layout.labelY + 0.5);
}

/** The range marked for an export, with a handle at each end. */
export function drawSelection(
  { context, palette, view, width }: Canvas,
  range: { fromUtcMs: number; toUtcMs: number },
): void {
  const from = pixelOf(view, width, range.fromUtcMs);
  const to = pixelOf(view, width, range.toUtcMs);
  context.save();
  context.fillStyle = palette.accent;
  context.globalAlpha = 0.22;
  context.fillRect(from, layout.ruler, to - from, layout.trackBottom - layout.ruler);
  context.globalAlpha = 1;
  for (const x of [from, to]) {
    context.fillRect(x - 1, layout.ruler, 2, layout.trackBottom - layout.ruler);
    context.beginPath();
    context.roundRect(x - 5, 52, 10, 24, 4);
    context.fill();
  }
  context.restore();
}
